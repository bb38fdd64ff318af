import { Fragment, type ReactNode } from 'react';

export type Fact = readonly [label: string, value: ReactNode] | false | undefined;

/** Labels and values as a definition list. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map((fact) => {
        if (!fact) return null;
        const [label, value] = fact;
        return (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        );
      })}
    </dl>
  );
}
