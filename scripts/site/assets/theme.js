// Sets the chosen colours before the page is shown.
try {
  const scheme = localStorage.getItem('diptych.docs.scheme');
  if (scheme) document.documentElement.dataset.scheme = scheme;
} catch {
  // Without a store, the colours are those of the system.
}
