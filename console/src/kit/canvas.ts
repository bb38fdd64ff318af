import { useEffect, useState } from 'react';

/** The usual height of a picture of numbers. */
export const HEIGHT = 200;

/** A colour of the page, which a canvas does not inherit. A token may be light-dark(…), which only resolves in an element. */
export function colourOf(token: string): string {
  const probe = document.createElement('span');
  document.body.append(probe);
  probe.style.color = `var(${token})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The font of the page. */
export const fontOf = (): string => getComputedStyle(document.documentElement).getPropertyValue('--sans');

/** The colour scheme: of the system, or chosen. */
export function useScheme(): string {
  const [scheme, setScheme] = useState('');
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const read = () => setScheme(`${document.documentElement.dataset.scheme} ${dark.matches}`);
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributeFilter: ['data-scheme'] });
    dark.addEventListener('change', read);
    read();
    return () => {
      observer.disconnect();
      dark.removeEventListener('change', read);
    };
  }, []);
  return scheme;
}

/** Seconds between marks whose texts are days: two marks of one day would have the same text. */
export const DAY_STEPS = [1, 2, 3, 5, 7, 10, 15, 30, 60, 90, 180, 365].map((days) => days * 86_400);
