// names are of ASCII letters
// error: unexpected character 'é'
const é: int;
