const root = document.documentElement;

/** The button changes between light and dark; at first the colours are those of the system. */
export function startTheme() {
  const button = document.querySelector('.theme-button');
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.scheme ?? (system.matches ? 'dark' : 'light')) === 'dark';
  const show = () => button.setAttribute('aria-pressed', String(isDark()));
  button.hidden = false;
  button.addEventListener('click', () => {
    root.dataset.scheme = isDark() ? 'light' : 'dark';
    try {
      localStorage.setItem('diptych.docs.scheme', root.dataset.scheme);
    } catch {
      // The choice holds for this page.
    }
    show();
  });
  system.addEventListener('change', show);
  show();
}
