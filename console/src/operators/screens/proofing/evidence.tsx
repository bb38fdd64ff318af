import '../../../styles/parts.css';
import { upperFirst } from '../../../../../src/conventions/upper-first.ts';
import { Badge } from '../../../kit/badge.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { Time, useNow } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { IdLink } from '../../parts/id-link.tsx';
import { oldPortraitYear } from '../../parts/old-portrait.ts';
import type { RecordAnswer } from '../../parts/record-query.ts';
import { StateBadge } from '../../parts/states.tsx';
import { useHeading } from '../../parts/worded/columns.tsx';
import { useLevelWord } from '../devices/level.ts';

export type Review = AdminResponse<'getProofingReview'>;

/** The evidence and the results of the checks. */
export function Evidence({ review }: { readonly review: Review }) {
  const { proofing: words } = useMessages();
  const now = useNow();
  const { evidence, proofing } = review;
  const { code } = evidence;
  return (
    <section className="box stack tight" aria-labelledby="evidence">
      <h2 id="evidence">{words.evidence}</h2>
      <Facts
        facts={[
          [words.evidenceKind, words.evidenceKinds[evidence.kind]],
          [words.kind, proofing.reverifiesCredentialId ? words.kinds.again : words.kinds.first],
          proofing.reverifiesCredentialId !== undefined && [
            words.reverified,
            <IdLink
              key="again"
              to="credential"
              id={proofing.reverifiesCredentialId}
              owner={review.holder?.id}
              documentType={review.holder?.documentType}
            />,
          ],
          code && [words.codeState, <StateBadge key="state" of="code" state={code.state} />],
          code && [words.codeIssued, <Time key="issued" at={code.createTime} isRelative />],
          code && [
            words.codeEnds(Date.parse(code.expireTime) <= now),
            <Time key="ends" at={code.expireTime} />,
          ],
        ]}
      />
    </section>
  );
}

/** The device that sent the evidence. */
export function DeviceBox({ review: { device, holder } }: { readonly review: Review }) {
  const owner = device.holderId;
  const { proofing: words } = useMessages();
  const level = useLevelWord();
  const heading = useHeading('listDevices');
  return (
    <section className="box stack tight" aria-labelledby="device">
      <h2 id="device">{words.device}</h2>
      <Facts
        facts={[
          [words.columns.device, <IdLink key="id" to="device" id={device.id} owner={owner} />],
          [heading('state'), <StateBadge key="state" of="device" state={device.state} />],
          device.registerTime !== undefined && [
            heading('registerTime'),
            <Time key="registered" at={device.registerTime} isRelative />,
          ],
          device.securityLevel !== undefined && [heading('securityLevel'), level(device.securityLevel)],
          device.keySha256 !== undefined && [words.keyHash, <Id key="key" value={device.keySha256} />],
          device.liveCredentialId !== undefined && [
            heading('liveCredentialId'),
            <IdLink
              key="credential"
              to="credential"
              id={device.liveCredentialId}
              owner={owner}
              documentType={holder?.id === owner ? holder?.documentType : undefined}
            />,
          ],
        ]}
      />
    </section>
  );
}

interface FindingsProps {
  readonly review: Review;
  /** Absent until it is read, and without a holder. */
  readonly record: RecordAnswer | undefined;
}

/** Findings that prevent acceptance, and what the person who decides must see in the record. */
export function Findings({ review: { findings, proofing }, record }: FindingsProps) {
  const { proofing: words } = useMessages();
  const now = useNow();
  const year = record && oldPortraitYear(record, now);
  return (
    <section className="review-findings box stack tight" aria-labelledby="findings">
      <h2 id="findings">{words.findings}</h2>
      {(findings.length === 0 || proofing.decision) && (
        <p className="soft">
          {findings.length === 0 && words.noFindings}{' '}
          {proofing.decision && (
            <>
              {proofing.state === 'challenged' ? words.isChallenged : words.wasChallenged}{' '}
              <a href="#last-decision">{words.seeLastDecision}</a>
            </>
          )}
        </p>
      )}
      {(findings.length > 0 || year !== undefined) && (
        <ul className="plain stack tight">
          {findings.map(({ reason, problem }) => (
            <li key={reason} className="finding">
              <Badge tone="warn">{words.prevents}</Badge>
              {/* It says what to do, and begins with a small letter, because commands print it after a path. */}
              <div>{upperFirst(problem)}.</div>
            </li>
          ))}
          {year !== undefined && (
            <li className="finding">
              <Badge tone="care">{words.hint}</Badge>
              <div>
                <div>{words.oldPortrait(year)}</div>
                <div className="soft small">{words.oldPortraitText}</div>
              </div>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
