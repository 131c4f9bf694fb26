"use strict";
(() => {
  const root = document.documentElement;
  const tip = document.getElementById("tip");

  // Titles become labels: the browser's own hints would come on top of ours, and late.
  for (const svg of document.querySelectorAll("svg.chart")) {
    const marks = [...svg.querySelectorAll(".m")];
    marks.forEach((mark, at) => {
      const title = mark.querySelector("title");
      mark.setAttribute("role", "img");
      mark.setAttribute("aria-label", title.textContent);
      // One stop a chart for the Tab key; arrows go from mark to mark.
      mark.setAttribute("tabindex", at === 0 ? "0" : "-1");
      title.remove();
    });
    svg.addEventListener("keydown", (event) => {
      const at = marks.indexOf(document.activeElement);
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      const to = event.key === "Home" ? 0 : event.key === "End" ? marks.length - 1 : at + step;
      if (at < 0 || !marks[to]) return;
      event.preventDefault();
      marks[at].setAttribute("tabindex", "-1");
      marks[to].setAttribute("tabindex", "0");
      marks[to].focus();
    });
  }

  // Many small charts are a long way on a phone.
  if (matchMedia("(max-width: 700px)").matches) {
    for (const fold of document.querySelectorAll("details.fold")) fold.open = false;
  }

  const hide = () => { tip.hidden = true; };
  const show = (mark, x, y) => {
    tip.textContent = mark.getAttribute("aria-label");
    tip.hidden = false;
    const { width, height } = tip.getBoundingClientRect();
    const left = Math.min(Math.max(8, x + 14), root.clientWidth - width - 8);
    const top = y + 18 + height > innerHeight ? y - height - 12 : y + 18;
    tip.style.left = Math.max(8, left) + "px";
    tip.style.top = Math.max(8, top) + "px";
  };
  const markOf = (event) => event.target.closest?.(".m");
  document.addEventListener("pointermove", (event) => {
    const mark = markOf(event);
    if (mark) show(mark, event.clientX, event.clientY);
    else if (!document.activeElement?.matches(".m")) hide();
  });
  const showFocused = () => {
    const mark = document.activeElement;
    if (!mark?.matches(".m")) return hide();
    const box = mark.getBoundingClientRect();
    show(mark, box.left + Math.min(box.width / 2, 240), box.bottom - 10);
  };
  document.addEventListener("focusin", showFocused);
  document.addEventListener("focusout", hide);
  // Focus scrolls what it is on into sight, after it was shown.
  document.addEventListener("scroll", showFocused, { passive: true });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });

  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const name = () => { button.textContent = isDark() ? "Light theme" : "Dark theme"; };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("gush-theme", root.dataset.theme); } catch { /* for this time only */ }
    name();
  });
  system.addEventListener("change", name);
  button.hidden = false;
  name();

  // On paper nothing can be opened.
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    closed.forEach((details) => { details.open = true; });
  });
  addEventListener("afterprint", () => closed.forEach((details) => { details.open = false; }));
})();
