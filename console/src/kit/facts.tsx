import type { ReactNode } from 'react';

export type Fact = readonly [label: string, value: ReactNode] | false | undefined;

/** Labels and values as a definition list. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map((fact, index) => {
        if (!fact) return null;
        const [label, value] = fact;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a label may stand there twice.
          <div key={`${label} ${index}`}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        );
      })}
    </dl>
  );
}
