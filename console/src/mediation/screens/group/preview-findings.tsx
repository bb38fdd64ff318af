import type { LintFinding, MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { Loaded } from '../../../kit/states.tsx';
import { formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { lintPreview, useRead } from '../../api.ts';
import { askedOfLint } from '../../model/mappings-to-make.ts';
import { suspiciousPrices } from '../../model/price-changes.ts';
import { useFieldWords } from '../../parts/field-words.ts';
import { LevelBadge } from '../../parts/level-badge.tsx';

interface PreviewFindingsProps {
  readonly group: MediationGroup;
  /** The group as it is, unless it is new. */
  readonly before?: MediationGroup;
}

const keyOf = ({ rule, text }: LintFinding) => `${rule} ${text}`;

/** What lint cannot see, as it does not know what a price was before. */
function useSuspiciousPrices(before: MediationGroup = {}, after: MediationGroup) {
  const { mediation } = useMessages();
  const { group: words } = mediation;
  const text = useFieldWords(after, before);
  return suspiciousPrices(before, after).map((change): LintFinding => {
    const [what, was, is] = text.parts(change);
    const times = change.ratio.toLocaleString(formattingLocale(), { maximumSignificantDigits: 2 });
    return {
      level: 'WARNING',
      text: words.suspiciousPrice(what, is, times, was),
      action: words.suspiciousAction,
    };
  });
}

/** What lint would say about the group if it were saved like this, without the hints that it gives already. */
export function PreviewFindings({ group, before }: PreviewFindingsProps) {
  const { mediation } = useMessages();
  const { lint: words } = mediation;
  const { publisherId } = useAccount();
  const suspicious = useSuspiciousPrices(before, group);
  const query = useRead(['lintPreview', publisherId, group, before], async (options) => {
    const findingsIn = async (asked: MediationGroup | undefined) =>
      asked
        ? (await lintPreview({ publisher: publisherId, ...askedOfLint(asked) }, options)).findings
        : undefined;
    const [findings = [], earlier = []] = await Promise.all([findingsIn(group), findingsIn(before)]);
    const hints = new Set(earlier.filter(({ level }) => level === 'HINT').map(keyOf));
    return findings.filter((finding) => !hints.has(keyOf(finding)));
  });
  return (
    <Loaded query={query}>
      {(found) => {
        const findings = [...suspicious, ...found];
        return (
          <section className="stack tight" aria-label={words.previewTitle}>
            <h3>{words.previewTitle}</h3>
            {findings.length === 0 && <p className="soft">{words.previewNone}</p>}
            <ul className="plain stack tight">
              {findings.map((finding) => (
                <li key={keyOf(finding)} className="finding-line">
                  <LevelBadge level={finding.level} />
                  <div>
                    {finding.text}
                    <div className="soft small">{finding.action}</div>
                  </div>
                </li>
              ))}
            </ul>
          </section>
        );
      }}
    </Loaded>
  );
}
