const PATHS = {
  copy: 'M6 6V3.5A1.5 1.5 0 0 1 7.5 2h5A1.5 1.5 0 0 1 14 3.5v5a1.5 1.5 0 0 1-1.5 1.5H10M3.5 6h5A1.5 1.5 0 0 1 10 7.5v5A1.5 1.5 0 0 1 8.5 14h-5A1.5 1.5 0 0 1 2 12.5v-5A1.5 1.5 0 0 1 3.5 6Z',
  check: 'M3 8.5 6.5 12 13 4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  down: 'M4 6l4 4 4-4',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.6 10.6 14 14',
  home: 'M2.5 7.5 8 3l5.5 4.5M4 6.5V13h8V6.5',
  review: 'M2.5 4l1.2 1.2L6 3M2.5 10.5l1.2 1.2L6 9.5M8.5 4.5h5M8.5 11h5',
  person: 'M8 7.5A2.75 2.75 0 1 0 8 2a2.75 2.75 0 0 0 0 5.5ZM2.5 14c.6-3 2.7-4.5 5.5-4.5s4.9 1.5 5.5 4.5',
  people:
    'M6 7.5A2.5 2.5 0 1 0 6 2.5a2.5 2.5 0 0 0 0 5ZM1.5 13.5C2 11 3.7 9.7 6 9.7s4 1.3 4.5 3.8M10.5 2.8a2.5 2.5 0 0 1 0 4.6M12 10c1.4.5 2.2 1.7 2.5 3.5',
  lock: 'M4 7h8v6.5H4ZM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  card: 'M2 4h12v8.5H2ZM2 7h12M4.5 10h3',
  device: 'M5 1.5h6v13H5ZM7.3 12.3h1.4',
  explain: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.3 6.3a1.8 1.8 0 1 1 2.6 1.7c-.6.3-.9.7-.9 1.3M8 11.4v.1',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1 1H3ZM6.7 13.8h2.6',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1',
  key: 'M5.5 13A2.75 2.75 0 1 0 5.5 7.5 2.75 2.75 0 0 0 5.5 13ZM7.5 8.3 13 2.8M10.5 5.3l2 2',
  approve: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM5.3 8.2l2 2 3.5-4',
  book: 'M3 3.5C5 2.7 6.7 3 8 4c1.3-1 3-1.3 5-.5V12.5c-2-.8-3.7-.5-5 .5-1.3-1-3-1.3-5-.5ZM8 4v9',
  plug: 'M6 2v3M10 2v3M4.5 5h7v2.5a3.5 3.5 0 0 1-7 0ZM8 11v3',
  building: 'M3.5 14V2.5h9V14M2 14h12M6 5.5h1M9 5.5h1M6 8.5h1M9 8.5h1M7 14v-2.5h2V14',
  settings:
    'M2.5 5h6M12 5h1.5M2.5 11H4M7.5 11h6M10.2 6.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4ZM5.8 12.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4Z',
  layers: 'M8 2 14 5.2 8 8.4 2 5.2ZM2.5 8.3 8 11.2l5.5-2.9M2.5 11.3 8 14.2l5.5-2.9',
  link: 'M6.5 9.5l3-3M7 5l1.5-1.5a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.5 1.5a2.8 2.8 0 0 1-4-4L5 7',
  chart: 'M2.5 13.5h11M4.5 13.5V9M8 13.5V4M11.5 13.5V6.5',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.5V8l2.5 1.5',
  warning: 'M8 2.5 14.5 13.5h-13ZM8 6.5v3.5M8 12v.1',
  grid: 'M2.5 2.5h4.5v4.5h-4.5ZM9 2.5h4.5v4.5H9ZM2.5 9h4.5v4.5h-4.5ZM9 9h4.5v4.5H9Z',
  leave: 'M9 3H3v10h10V8M8 8l5.5-5.5M10 2.5h3.5V6',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon beside words, or in a button that has a name. An icon never carries a meaning alone. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
