/** On narrow windows the menu is hidden until its button opens it. */
export function startMenu() {
  const menu = document.querySelector('#menu');
  const button = document.querySelector('.menu-button');
  const open = (isOpen) => {
    document.body.classList.toggle('menu-open', isOpen);
    // Tab stays in what is visible.
    document.querySelector('main').inert = isOpen;
    button.setAttribute('aria-expanded', String(isOpen));
  };
  document.body.classList.add('has-menu-button');
  button.hidden = false;
  button.addEventListener('click', () => open(button.getAttribute('aria-expanded') === 'false'));
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.getAttribute('aria-expanded') === 'false') return;
    open(false);
    button.focus();
  });
  // The menu of a long list shows the current page.
  const here = menu.querySelector('[aria-current]');
  if (here) menu.scrollTop = here.offsetTop - menu.clientHeight / 2;
}
