/* Searching, filtering and sorting the files of the report; without it every file can still be opened. */
(function () {
  "use strict";

  const list = document.getElementById("files");
  const files = list === null ? [] : Array.from(list.children);
  const texts = new Map(); /* what each file's part says, in lower case, once it was searched */

  function textOf(file) {
    if (!texts.has(file)) {
      texts.set(file, file.textContent.toLowerCase());
    }
    return texts.get(file);
  }

  function hasLevel(file, level) {
    const state = file.dataset.state;
    if (level === "e" || level === "w" || level === "i") {
      return file.dataset[level] !== "0";
    }
    return level === "" || level === state || (level === "f" && state === "n");
  }

  /* How many findings of a family a file has: it lists them as " 3:2 17:1". */
  function ofFamily(file, family) {
    const at = file.dataset.families.indexOf(" " + family + ":");
    return at < 0 ? 0 : parseInt(file.dataset.families.slice(at + family.length + 2), 10);
  }

  function matches(file, wanted) {
    return hasLevel(file, wanted.level) &&
      (wanted.family === "" || ofFamily(file, wanted.family) > 0) &&
      (wanted.rule === "" || file.dataset.rules.includes(" " + wanted.rule + " ")) &&
      wanted.words.every((word) => textOf(file).includes(word));
  }

  function isWanted(finding, wanted) {
    const level = "ewi".includes(wanted.level) && wanted.level !== "" ? wanted.level : "";
    return (wanted.rule === "" || finding.dataset.rule === wanted.rule) &&
      (wanted.family === "" || finding.dataset.family === wanted.family) &&
      (level === "" || finding.classList.contains(level));
  }

  /* Inside an open file, only what the filter asks for; groups that are left empty go too. */
  function filterFindings(file, wanted) {
    for (const section of file.querySelectorAll(".todo section")) {
      let any = false;
      for (const finding of section.querySelectorAll(".f")) {
        finding.hidden = !isWanted(finding, wanted);
        any = any || !finding.hidden;
      }
      section.hidden = !any;
    }
  }

  function wantedNow() {
    return {
      words: document.getElementById("find").value.toLowerCase().split(/\s+/).filter((word) => word !== ""),
      level: document.getElementById("level").value,
      family: document.getElementById("family").value,
      rule: document.getElementById("rule").value
    };
  }

  function filter() {
    const wanted = wantedNow();
    const byFamily = document.querySelector("[data-sort=family]");
    let shown = 0;
    byFamily.hidden = wanted.family === "";
    if (byFamily.getAttribute("aria-pressed") === "true" && byFamily.dataset.family !== wanted.family) {
      sort(byFamily.hidden ? document.querySelector("[data-sort=name]") : byFamily, true);
    }
    for (const file of files) {
      file.hidden = !matches(file, wanted);
      shown += file.hidden ? 0 : 1;
      if (!file.hidden && file.firstElementChild.open) {
        filterFindings(file, wanted);
      }
    }
    const status = document.getElementById("shown");
    const words = shown === files.length ? status.dataset.all : status.dataset.some;
    status.textContent = words.replace("{shown}", shown).replace("{count}", files.length);
  }

  function sort(button, anew) {
    const key = button.dataset.sort;
    const again = !anew && button.getAttribute("aria-pressed") === "true";
    const family = document.getElementById("family").value;
    const number = (file) => key === "family" ? ofFamily(file, family) : Number(file.dataset[key]);
    button.dataset.family = family;
    const down = again ? !button.classList.contains("down") : key !== "name";
    const order = files.map((file, index) => ({file, index}));
    order.sort((a, b) => {
      const by = key === "name" ? a.index - b.index : number(a.file) - number(b.file);
      return (down ? -by : by) || a.index - b.index;
    });
    for (const other of document.querySelectorAll("[data-sort]")) {
      other.setAttribute("aria-pressed", String(other === button));
      other.classList.toggle("down", other === button && down);
    }
    list.append(...order.map((entry) => entry.file));
  }

  /* A link to a file, or to something in it, opens it. */
  function openTarget() {
    const target = document.getElementById(location.hash.slice(1));
    for (let at = target; at !== null; at = at.parentElement) {
      if (at.tagName === "DETAILS") {
        at.open = true;
      }
    }
    if (target !== null && target.classList.contains("file")) {
      target.firstElementChild.open = true;
    }
    if (target !== null) {
      target.scrollIntoView();
    }
  }

  function setUp() {
    let waiting = 0;
    function soon() {
      clearTimeout(waiting);
      waiting = setTimeout(filter, 80);
    }
    for (const id of ["find", "level", "family", "rule"]) {
      document.getElementById(id).addEventListener("input", soon);
    }
    for (const button of document.querySelectorAll("[data-sort]")) {
      button.setAttribute("aria-pressed", String(button.dataset.sort === "name"));
      button.addEventListener("click", () => sort(button));
    }
    list.addEventListener("toggle", (event) => {
      const file = event.target.parentElement;
      if (file.classList.contains("file") && event.target.open) {
        filterFindings(file, wantedNow());
      }
    }, true);
    document.getElementById("filter").hidden = false;
    document.getElementById("heads").hidden = false;
    filter();
  }

  /* What a finding points at in the drawing stands out while somebody is at the finding. */
  let lit = [];
  function light(event) {
    const finding = event.target.closest(".f");
    lit.forEach((mark) => mark.classList.remove("lit"));
    lit = finding === null ? [] :
      Array.from(finding.closest(".avatar").querySelectorAll("a[href='#" + finding.id + "']"));
    lit.forEach((mark) => mark.classList.add("lit"));
  }
  for (const kind of ["mouseover", "focusin"]) {
    document.querySelector("main").addEventListener(kind, light);
  }

  /* A click stops a film, another one lets it go on. */
  document.querySelector("main").addEventListener("click", (event) => {
    const film = event.target.closest(".film");
    for (const picture of film === null ? [] : film.querySelectorAll("svg")) {
      if (picture.animationsPaused()) {
        picture.unpauseAnimations();
      } else {
        picture.pauseAnimations();
      }
    }
  });

  /* On paper nothing can be opened: what is folded in open files is shown. */
  let unfolded = [];
  addEventListener("beforeprint", () => {
    unfolded = Array.from(document.querySelectorAll("main .avatar details:not([open])"))
      .filter((fold) => fold.closest(".file > details:not([open])") === null);
    unfolded.forEach((fold) => { fold.open = true; });
  });
  addEventListener("afterprint", () => {
    unfolded.forEach((fold) => { fold.open = false; });
    unfolded = [];
  });

  if (files.length > 0) {
    setUp();
  }
  if (location.hash.length > 1) {
    openTarget();
  }
  addEventListener("hashchange", openTarget);
}());
