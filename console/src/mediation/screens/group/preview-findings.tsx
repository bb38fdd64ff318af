import type { MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { Loaded } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { lintPreview, useRead } from '../../api.ts';
import { askedOfLint } from '../../model/mappings-to-make.ts';
import { LevelBadge } from '../../parts/level-badge.tsx';

/** What lint would say about the group if it were saved like this. */
export function PreviewFindings({ group }: { readonly group: MediationGroup }) {
  const { mediation } = useMessages();
  const { lint: words } = mediation;
  const { publisherId } = useAccount();
  const query = useRead(['lintPreview', publisherId, group], (options) =>
    lintPreview({ publisher: publisherId, ...askedOfLint(group) }, options),
  );
  return (
    <Loaded query={query}>
      {({ findings = [] }) => (
        <section className="stack tight" aria-label={words.previewTitle}>
          <h3>{words.previewTitle}</h3>
          {findings.length === 0 && <p className="soft">{words.previewNone}</p>}
          <ul className="plain stack tight">
            {findings.map(({ rule, level, text, action }) => (
              <li key={`${rule} ${text}`} className="finding-line">
                <LevelBadge level={level} />
                <span>
                  {text} <span className="soft small">{action}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Loaded>
  );
}
