// The theme that was chosen before, before anything is seen.
try {
  const chosen = localStorage.getItem("gush-theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch { /* kept nowhere, so the system decides */ }
