import { Button } from '../../../kit/button.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useMayCall } from '../../api.ts';
import type { KeyRow } from './key-table.tsx';
import { Pem } from './pem.tsx';

interface KeyDetailsProps {
  readonly row: KeyRow;
  readonly onReport: () => void;
  readonly onClose: () => void;
}

/** Shows certificate or request of a key, to compare and download. */
export function KeyDetails({ row, onReport, onClose }: KeyDetailsProps) {
  const { keys: words } = useMessages();
  const may = useMayCall();
  const { key, request, id, role } = row;
  const roles: Readonly<Record<string, string>> = words.roles;
  return (
    <Modal title={roles[role] ?? role} isWide onClose={onClose}>
      <Facts
        facts={[
          [words.columns.key, <Id key="id" value={id} />],
          key?.rootId !== undefined && [words.issuedBy, <Id key="root" value={key.rootId} />],
          key && [words.stageSince, <Time key="since" at={key.stageTime} isRelative />],
          key?.compromiseTime !== undefined && [
            words.compromise.since,
            <Time key="compromise" at={key.compromiseTime} isRelative />,
          ],
          key && [words.columns.from, <Time key="from" at={key.notBeforeTime} />],
          key && [words.columns.to, <Time key="to" at={key.notAfterTime} isRelative />],
          key && [words.fingerprint, <code key="sha">{key.certificateSha256}</code>],
          request && [words.created, <Time key="made" at={request.createTime} isRelative />],
        ]}
      />
      {key && (
        <Pem text={key.certificate} file={`${role}-${id}.pem`} label={words.certificate}>
          {key.compromiseTime === undefined && may('compromiseKey') && (
            <Button kind="danger" onClick={onReport}>
              {words.compromise.report}
            </Button>
          )}
        </Pem>
      )}
      {request && (
        <Pem text={request.certificationRequest} file={`${id}.csr`} label={words.downloadRequest} />
      )}
    </Modal>
  );
}
