"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const page = document.getElementById("page");

/* Elements: make("td", { class: "x" }, child, …); text is never taken for markup. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

/* ---------- the table ---------- */

const table = { answer: null, text: "", by: null, down: false, open: new Set() };
const columns = [
  ["driver", "program"], ["rule", "rule"], ["harness", "harness"], ["shown", "answer"], ["reason", "note"], ["seconds", "time"],
];

function visible() {
  const words = table.text.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = data.rows.map((row, number) => ({ row, number })).filter(({ row }) => {
    const text = [row.driver, row.rule, row.harness, row.shown, row.reason, row.about || ""].join(" ").toLowerCase();
    return (!table.answer || row.answer === table.answer) && words.every((word) => text.includes(word));
  });
  if (table.by) {
    const key = table.by;
    rows.sort((a, b) => {
      const [x, y] = [a.row[key], b.row[key]];
      const order = typeof x === "number" ? x - y : String(x).localeCompare(String(y));
      return table.down ? -order : order;
    });
  }
  return rows;
}

function list(title, items) {
  return items && items.length ? [make("dt", {}, title), make("dd", {}, items.join(", "))] : [];
}

function details(row) {
  return make("dl", { class: "details" },
    row.about ? [make("dt", {}, "rule"), make("dd", {}, row.about)] : [],
    row.reason ? [make("dt", {}, row.answer === "proved" ? "note" : "why"), make("dd", {}, row.reason)] : [],
    list("entry points called", row.entry_points),
    list("events reached", row.reached),
    list("events not reached", row.not_reached),
    list("events of which it is not known", row.undecided),
    list("functions without a body or a model: they return anything and write nothing", row.unmodelled),
    list("assumed", row.assumptions),
    row.configuration ? list("settings", [row.configuration]) : [],
    make("dt", {}, "again"), make("dd", {}, make("pre", { class: "command" }, row.command)));
}

function cells(row, number) {
  const defects = row.defects.map((defect, n) => {
    const change = defect.change ? ` (${defect.change})` : "";
    return make("div", {}, make("a", { href: `#defect/${number}/${n}` }, defect.message), make("span", { class: "soft" }, ` ${defect.at}${change}`));
  });
  return [
    make("td", {}, row.driver), make("td", {}, row.rule), make("td", {}, row.harness),
    make("td", { class: `answer ${row.answer}` }, row.shown),
    make("td", {}, defects.length ? defects : row.reason),
    make("td", { class: "soft" }, row.reused ? "known" : `${row.seconds.toFixed(1)} s`),
  ];
}

function fill(body) {
  body.replaceChildren();
  for (const { row, number } of visible()) {
    const toggle = (event) => {
      if (event.target.closest("a")) return;
      if (!table.open.delete(number)) table.open.add(number);
      fill(body);
    };
    body.append(make("tr", { class: "open", onclick: toggle }, cells(row, number)));
    if (table.open.has(number)) body.append(make("tr", {}, make("td", { colspan: columns.length }, details(row))));
  }
  if (!body.children.length) body.append(make("tr", {}, make("td", { colspan: columns.length, class: "soft" }, "nothing of this kind")));
}

function overview() {
  document.title = "Lariat: verification report";
  const counts = new Map();
  for (const answer of data.answers) if (data.rows.some((row) => row.answer === answer)) counts.set(answer, null);
  for (const row of data.rows) counts.set(row.answer, { shown: row.shown, n: (counts.get(row.answer)?.n || 0) + 1 });
  const body = make("tbody");
  const head = make("tr", {}, columns.map(([key, name]) => make("th", { scope: "col" }, make("button", {
    onclick: () => { table.down = table.by === key && !table.down; table.by = key; fill(body); },
  }, name))));
  const buttons = [...counts].map(([answer, { shown, n }]) => make("button", {
    "aria-pressed": String(table.answer === answer),
    onclick: () => { table.answer = table.answer === answer ? null : answer; overview(); },
  }, make("b", { class: answer }, String(n)), shown));
  const changed = ["new", "fixed", "still there"].map((word) => [word, data.changes.filter((c) => c.change === word)]);
  page.replaceChildren(...[
    make("h1", {}, "Verification report"),
    make("div", { class: "soft" }, make("code", {}, data.command), ` · ${data.rows.length} instances in ${data.seconds.toFixed(1)} s · Lariat ${data.version}`),
    make("div", {}, data.problems.map((problem) => make("div", { class: "problem" }, problem.trimEnd()))),
    make("div", { class: "counts" }, buttons),
    data.has_baseline ? make("div", {},
      make("h2", {}, "Since the last run: " + changed.map(([word, all]) => `${all.length} ${word}`).join(", ")),
      make("ul", {}, changed.slice(0, 2).flatMap(([word, all]) => all.map((c) =>
        make("li", {}, make("b", { class: word === "new" ? "defect" : "proved" }, word), ` ${c.rule} (${c.driver}, ${c.harness}): ${c.message}`))))) : null,
    make("input", { type: "search", placeholder: "filter: program, rule, words", "aria-label": "filter", value: table.text,
      oninput: (event) => { table.text = event.target.value; fill(body); } }),
    make("div", { class: "scroll" }, make("table", {}, make("thead", {}, head), body)),
    make("p", { class: "soft" }, "A row shows what its answer rests on; a defect opens its execution."),
  ].filter(Boolean));
  fill(body);
}

/* ---------- the viewer ---------- */

let viewer = null;

/* Steps of the environment and the rule in a row become one line. */
function folded(steps, unfolded) {
  const lines = [];
  steps.forEach((step, n) => {
    const last = n === steps.length - 1;
    const quiet = step.who !== "program" && !last && !unfolded;
    const top = lines[lines.length - 1];
    if (quiet && top && top.fold) top.steps.push(n);
    else lines.push({ fold: quiet, steps: [n] });
  });
  return lines;
}

/* The calls around a step, outermost first: for each depth the last call at a smaller one. */
function stack(steps, at) {
  const frames = [];
  for (let n = 0; n <= at; n++) {
    const step = steps[n];
    frames.length = Math.min(frames.length, step.depth + 1);
    frames[step.depth] = { function: step.function, file: step.file, line: step.line };
  }
  return frames.filter(Boolean);
}

/* What is known of variables: the last value of each, by function. */
function values(steps, at) {
  const known = new Map();
  const depth = steps[at].depth;
  for (let n = 0; n <= at; n++) {
    const step = steps[n];
    if (step.who === "rule") continue;
    const inside = step.what.startsWith("call ") ? step.depth + 1 : step.depth;
    if (inside !== depth) continue;
    for (const [name, value] of step.values) known.set(name, value);
  }
  return [...known];
}

function words(step) {
  const list = step.values.map(([name, value]) => `${name} = ${value}`).join(", ");
  const head = ["condition", "set", "event"].includes(step.what) ? step.text || step.what : step.what;
  return list ? `${head}  ▸ ${list}` : head;
}

function show(row, number) {
  const defect = row.defects[number];
  document.title = `${row.rule}: ${defect.message}`;
  const steps = defect.steps;
  const first = Math.max(0, steps.findIndex((step) => step.who === "program"));
  viewer = { steps, at: first, unfolded: false, lines: [], parts: {} };
  const part = (name, title, attributes) => {
    viewer.parts[name] = make("div", attributes || { class: "list" });
    return make("section", { class: "pane" }, make("h3", {}, title), viewer.parts[name]);
  };
  viewer.parts.title = make("h3", {});
  viewer.parts.source = make("div", { class: "source", tabindex: "0" });
  viewer.parts.steps = make("ol", { class: "steps" });
  viewer.parts.count = make("span", { class: "soft" });
  page.replaceChildren(
    make("div", {}, make("a", { href: "#" }, "← all instances")),
    make("h1", { class: "defect" }, defect.message),
    make("div", { class: "soft" }, `rule ${row.rule}${row.about ? ": " + row.about : ""} · ${row.driver}, ${row.harness}`),
    make("div", {}, "at ", make("code", {}, defect.at), defect.function ? ` in ${defect.function}` : "", defect.change ? ` (${defect.change})` : "",
      " · violates ", make("code", {}, defect.rule_at)),
    make("div", { class: "bar" },
      make("button", { onclick: () => move(-1) }, "back"), make("button", { onclick: () => move(1) }, "forward"),
      make("button", { onclick: () => go(first) }, "start"), make("button", { onclick: () => go(steps.length - 1) }, "violation"),
      make("button", { onclick: unfold }, "environment"), viewer.parts.count,
      make("span", { class: "soft" }, make("kbd", {}, "j"), " ", make("kbd", {}, "k"), " or arrows: step · ", make("kbd", {}, "Home"), " ", make("kbd", {}, "End"), " · ", make("kbd", {}, "e"), ": environment · ", make("kbd", {}, "Esc"), ": table")),
    make("div", { class: "viewer" },
      make("section", { class: "pane" }, viewer.parts.title, viewer.parts.source),
      make("div", {},
        make("section", { class: "pane" }, make("h3", {}, "steps"), viewer.parts.steps),
        make("div", { style: "height:14px" }),
        part("state", "state of the rule"), part("values", "values here"), part("stack", "calls"))),
    make("h2", {}, "Inputs"),
    make("div", { class: "pane" }, make("div", { class: "list" }, defect.inputs.length
      ? defect.inputs.map((i) => make("div", {}, `${i.watched ? "watched: " : i.name ? i.name + " = " : ""}${i.value}`, make("span", { class: "soft" }, i.watched ? "  the object that the rule looks at" : `  ${i.from} ${i.at}`)))
      : "none")),
    make("h2", {}, "Again"), make("pre", { class: "command" }, row.command));
  if (defect.left_out) page.append(make("p", { class: "soft" }, `${defect.left_out} steps in the middle were not written down.`));
  unfold(false);
}

function unfold(change) {
  if (change !== false) viewer.unfolded = !viewer.unfolded;
  viewer.lines = folded(viewer.steps, viewer.unfolded);
  viewer.parts.steps.replaceChildren(...viewer.lines.map((line) => {
    const first = viewer.steps[line.steps[0]];
    const last = line.steps.includes(viewer.steps.length - 1);
    const names = [...new Set(line.steps.map((n) => viewer.steps[n].function).filter((name) => !name.startsWith("lariat_")))].slice(0, 3).join(", ");
    const text = line.fold ? `… ${line.steps.length} ${line.steps.length === 1 ? "step" : "steps"} of environment and rule${names ? ": " + names : ""}` : words(first);
    return make("li", { class: `${line.fold ? "fold" : first.who}${last ? " last" : ""}`, style: `padding-left:${12 + 12 * first.depth}px`,
      onclick: () => go(line.steps[0]) }, text);
  }));
  go(viewer.at);
}

function lineOf(at) {
  return viewer.lines.findIndex((line) => line.steps.includes(at));
}

function move(by) {
  const next = lineOf(viewer.at) + by;
  if (next >= 0 && next < viewer.lines.length) go(viewer.lines[next].steps[0]);
}

function go(at) {
  viewer.at = at;
  const { steps, parts } = viewer;
  const step = steps[at];
  const last = at === steps.length - 1;
  const pairs = (all) => (all.length ? all.map(([name, value]) => make("div", {}, `${name} = ${value}`)) : [make("span", { class: "soft" }, "nothing yet")]);
  parts.state.replaceChildren(...pairs(step.state));
  parts.values.replaceChildren(...pairs(values(steps, at)));
  parts.stack.replaceChildren(...stack(steps, at).reverse().map((f) => make("div", {}, `${f.function}  ${f.file}:${f.line}`)));
  parts.count.textContent = `step ${lineOf(at) + 1} of ${viewer.lines.length}`;
  parts.title.textContent = `${step.file}:${step.line}`;
  const passed = new Set(steps.slice(0, at).filter((s) => s.file === step.file).map((s) => s.line));
  if (parts.source.dataset.file !== step.file) {
    parts.source.dataset.file = step.file;
    parts.source.replaceChildren(...(data.files[step.file] || []).map((text, n) => make("div", {}, make("i", {}, String(n + 1)), text)));
  }
  [...parts.source.children].forEach((line, n) => {
    const now = n + 1 === step.line;
    line.className = now ? (last ? "now last" : "now") : passed.has(n + 1) ? "passed" : "";
  });
  const line = parts.source.children[step.line - 1];
  if (line) parts.source.scrollTop = line.offsetTop - parts.source.offsetTop - parts.source.clientHeight / 2;
  const current = lineOf(at);
  [...parts.steps.children].forEach((item, n) => item.classList.toggle("now", n === current));
  const item = parts.steps.children[current];
  if (item) parts.steps.scrollTop = item.offsetTop - parts.steps.offsetTop - parts.steps.clientHeight / 2;
}

/* ---------- which of the two ---------- */

function route() {
  const [kind, row, number] = location.hash.slice(1).split("/");
  const chosen = kind === "defect" && data.rows[Number(row)];
  if (chosen && chosen.defects[Number(number)]) return show(chosen, Number(number));
  viewer = null;
  overview();
}

document.addEventListener("keydown", (event) => {
  if (!viewer || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = {
    j: () => move(1), ArrowDown: () => move(1), ArrowRight: () => move(1),
    k: () => move(-1), ArrowUp: () => move(-1), ArrowLeft: () => move(-1),
    Home: () => go(viewer.lines[0].steps[0]), End: () => go(viewer.steps.length - 1),
    e: () => unfold(), Escape: () => { location.hash = ""; },
  }[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
});
window.addEventListener("hashchange", route);
route();
