import type { ReactNode } from 'react';

/** `wide`: a text that takes a line of its own where facts stand in two columns. */
export type Fact = readonly [label: string, value: ReactNode, width?: 'wide'] | false | undefined;

/** Labels and values as a definition list. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map((fact, index) => {
        if (!fact) return null;
        const [label, value, width] = fact;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a label may stand there twice.
          <div key={`${label} ${index}`} className={width}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        );
      })}
    </dl>
  );
}
