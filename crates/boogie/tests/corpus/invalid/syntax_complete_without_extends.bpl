// complete belongs to extends
// error: expected `;`, found `complete`
const c: int complete;
