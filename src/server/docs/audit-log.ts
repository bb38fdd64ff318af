import { EVENTS } from '../../audit/entry.ts';

/** What each kind of subject can have happen to it. */
export function eventsTable(): string {
  const rows = Object.entries(EVENTS).map(
    ([subject, events]) => `| \`${subject}\` | ${events.map((event) => `\`${event}\``).join(', ')} |`,
  );
  return ['| subject | events |', '|---|---|', ...rows].join('\n');
}
