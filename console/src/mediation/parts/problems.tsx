import { useEffect, useRef } from 'react';
import type { Violation } from '../../api/client.ts';
import { useMessages } from '../../messages/index.ts';

/** The id of the input for a field, by its path in a request. */
export const inputId = (path: string): string => `field-${path.replace(/[^\w-]/g, '_')}`;

export type Problems = ReadonlyMap<string, string>;

/** What is wrong at each field; several problems of one field are one text. */
export function problemsOf(violations: readonly Violation[]): Problems {
  const map = new Map<string, string>();
  for (const { field, description } of violations) {
    const before = map.get(field);
    map.set(field, before === undefined ? description : `${before} ${description}`);
  }
  return map;
}

/** The problem of a field, or of something in it. */
export const problemAt = (problems: Problems, path: string, isExact = false): string | undefined => {
  const own = problems.get(path);
  if (own !== undefined || isExact) return own;
  return [...problems].find(([field]) => field.startsWith(`${path}.`) || field.startsWith(`${path}[`))?.[1];
};

interface SummaryProps {
  readonly violations: readonly Violation[];
  /** Opens the field where it is not on the page. */
  readonly onOpen?: (field: string) => void;
}

/** All problems on top, each leading to its field; it takes the focus when it appears. */
export function ViolationSummary({ violations, onOpen }: SummaryProps) {
  const { mediation } = useMessages();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it takes the focus whenever there are other problems.
  useEffect(() => box.current?.focus(), [violations]);
  if (violations.length === 0) return null;
  const open = (field: string) => {
    const input = document.getElementById(inputId(field));
    if (input) input.focus();
    else onOpen?.(field);
  };
  return (
    <div className="notice warn" role="alert" tabIndex={-1} ref={box}>
      <strong>{mediation.words.violationsTitle(violations.length)}</strong>
      <ul className="problems">
        {violations.map(({ field, description }) => (
          <li key={`${field} ${description}`}>
            <button type="button" className="link" onClick={() => open(field)}>
              {description}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
