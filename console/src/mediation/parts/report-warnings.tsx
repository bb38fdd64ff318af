import { rateProblem } from '../../../../src/mediation/contract/rate-warning.ts';
import { Notice } from '../../kit/states.tsx';
import { useMessages } from '../../messages/index.ts';

/** What readers of the numbers must know, and what to do about it. */
export function ReportWarnings({ warnings }: { readonly warnings: readonly string[] }) {
  const { mediation } = useMessages();
  const { reports: words } = mediation;
  const others = warnings.filter((text) => !rateProblem(text));
  const [problem] = warnings.flatMap((text) => rateProblem(text) ?? []);
  return (
    <>
      {problem && <Notice kind="care">{words.withoutRate[problem.problem](problem.currencies)}</Notice>}
      {others.length > 0 && (
        <Notice kind="care" title={words.warnings}>
          <ul>
            {others.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
