import { useMessages } from '../../../messages/index.ts';
import type { CheckState } from './checks.ts';

const SIGNS = { passed: '✓', failed: '✕', notReached: '·' } as const;

export function CheckList({ states }: { readonly states: readonly CheckState[] }) {
  const { explain: words } = useMessages();
  return (
    <details open>
      <summary>{words.order}</summary>
      <ol className="checks">
        {states.map(({ name, state }) => (
          <li key={name} className={state}>
            <span className="sign" aria-hidden="true">
              {SIGNS[state]}
            </span>
            <span>{name}</span>
            <span className="small">{words.checkStates[state]}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
