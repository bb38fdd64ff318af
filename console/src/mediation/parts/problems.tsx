import { useEffect, useRef } from 'react';
import { upperFirst } from '../../../../src/conventions/upper-first.ts';
import type { Violation } from '../../api/client.ts';
import { useMessages } from '../../messages/index.ts';
import type { DraftLine } from '../model/draft.ts';

/** The id of the input for a field, by its path in a request. */
export const inputId = (path: string): string => `field-${path.replace(/[^\w-]/g, '_')}`;

/** The server's descriptions begin with the path of the field, which the page shows anyway. */
const withoutPath = (description: string) => {
  const [path = '', index] = /^'[^']*?(?:\[(\d+)\])?' (?=[a-z])/.exec(description) ?? [];
  const rest = description.slice(path.length);
  // Which one of a list.
  if (index !== undefined) return `#${Number(index) + 1} ${rest}`;
  return upperFirst(rest);
};

/** The name of the line that a field belongs to. */
export function nameOf(lines: readonly DraftLine[], field: string): string | undefined {
  const key = /^mediationGroupLines\["([^"]+)"\]/.exec(field)?.[1];
  return lines.find((line) => line.key === key)?.displayName;
}

export type Problems = ReadonlyMap<string, string>;

/** Problems by field; several problems of one field are one text. */
export function problemsOf(violations: readonly Violation[]): Problems {
  const map = new Map<string, string>();
  for (const { field, description } of violations) {
    const before = map.get(field);
    const text = withoutPath(description);
    map.set(field, before === undefined ? text : `${before} ${text}`);
  }
  return map;
}

/** The problem of a field, or of a member of it. */
export const problemAt = (problems: Problems, path: string, isExact = false): string | undefined => {
  const own = problems.get(path);
  if (own !== undefined || isExact) return own;
  return [...problems].find(([field]) => field.startsWith(`${path}.`) || field.startsWith(`${path}[`))?.[1];
};

interface SummaryProps {
  readonly violations: readonly Violation[];
  /** The name of what the field belongs to, such as a line. */
  readonly nameOf?: (field: string) => string | undefined;
  /** Opens the place of a field that is not on the page. */
  readonly onOpen?: (field: string) => void;
}

/** Lists all problems above the form, with links to the fields. It takes the focus when it appears. */
export function ViolationSummary({ violations, nameOf, onOpen }: SummaryProps) {
  const { mediation } = useMessages();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it takes the focus whenever there are other problems.
  useEffect(() => box.current?.focus(), [violations]);
  if (violations.length === 0) return null;
  const open = (field: string) => {
    // A problem of one value of a list leads to the input of the list.
    const places = [field, field.replace(/\[\d+\]$/, '')].map((one) => document.getElementById(inputId(one)));
    const input = places.find((one) => one !== null);
    if (input) input.focus();
    else onOpen?.(field);
  };
  const textOf = ({ field, description }: Violation) => {
    const name = nameOf?.(field);
    return name === undefined ? description : `${name}: ${withoutPath(description)}`;
  };
  return (
    <div className="notice warn" role="alert" tabIndex={-1} ref={box}>
      <strong>{mediation.words.violationsTitle(violations.length)}</strong>
      <ul className="problems">
        {violations.map((violation) => (
          <li key={`${violation.field} ${violation.description}`}>
            <button type="button" className="link" onClick={() => open(violation.field)}>
              {textOf(violation)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
