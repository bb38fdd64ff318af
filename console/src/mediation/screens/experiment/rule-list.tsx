import { numberFormat } from '../../../../../src/conventions/intl-formats.ts';
import type { MediationAbExperiment } from '../../../../../src/mediation/contract/index.ts';
import { formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useCatalogue } from '../../data.ts';
import { rulesOf } from '../../model/rules.ts';

const SIGNS = { met: '✓', unmet: '✕', open: '·' } as const;

/** The rules that lead to the result, in the order in which they are asked, with what there is of each. */
export function RuleList({ experiment }: { readonly experiment: MediationAbExperiment }) {
  const { mediation } = useMessages();
  const { analysis: words } = mediation;
  const { data: catalogue } = useCatalogue();
  const format = numberFormat(formattingLocale());
  return (
    <details open>
      <summary>{words.why}</summary>
      <ol className="rules plain">
        {rulesOf(experiment, catalogue?.minimumFullDays).map(({ key, state, has, needs }) => (
          <li key={key} className={state}>
            <span>
              <span aria-hidden="true">{SIGNS[state]}</span> {words.ruleStates[state]}
            </span>
            <span>
              {words.rules[key]}
              {has !== undefined && needs !== undefined && (
                <span className="soft"> {words.has(format.format(has), format.format(needs))}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
