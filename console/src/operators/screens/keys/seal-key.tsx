import { resetReasons, sealKeyReasons } from 'virtual:contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Field, Select } from '../../../kit/field.tsx';
import { Id } from '../../../kit/id.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Alert, Loaded, Notice } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminRequest, useAdmin, useAdminAction, useMayCall } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';

type RotateReason = AdminRequest<'rotateSealKey'>['reason'];
type ResetReason = AdminRequest<'resetSeals'>['reason'];

function RotateSeal({ onClose }: { readonly onClose: () => void }) {
  const { keys: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('rotateSealKey');
  const [reason, setReason] = useState<RotateReason>('scheduled');
  return (
    <ActionDialog
      title={words.rotateSeal}
      text={words.rotateSealText}
      action={words.rotateSeal}
      isDanger
      run={() => mutateAsync({ reason })}
      onDone={() => say(words.sealRotated)}
      onClose={onClose}
    >
      <Field label={words.reason}>
        <Select
          value={reason}
          onChange={setReason}
          options={sealKeyReasons.map((value) => ({ value, text: words.sealReasons[value] }))}
        />
      </Field>
    </ActionDialog>
  );
}

function ResetSeal({ onClose }: { readonly onClose: () => void }) {
  const { keys: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('resetSeals');
  const [reason, setReason] = useState<ResetReason>('keyLost');
  return (
    <ActionDialog
      title={words.resetSeal}
      text={words.resetSealText}
      action={words.resetSeal}
      isDanger
      typed="reset"
      run={() => mutateAsync({ reason })}
      onDone={() => say(words.sealReset)}
      onClose={onClose}
    >
      <Field label={words.reason}>
        <Select
          value={reason}
          onChange={setReason}
          options={resetReasons.map((value) => ({ value, text: words.resetReasons[value] }))}
        />
      </Field>
    </ActionDialog>
  );
}

/** The key that seals the audit log, and whether the last seals verify. */
export function SealKey() {
  const { keys: words } = useMessages();
  const query = useAdmin('getSeals', {}, { every: 60_000 });
  const may = useMayCall();
  const [opened, setOpened] = useState<'rotate' | 'reset'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <p className="soft">{words.sealLead}</p>
      <Loaded query={query}>
        {({ keys, seal, head, problem }) => {
          const current = keys.at(-1);
          if (current === undefined) return <Notice>{words.sealNone}</Notice>;
          return (
            <>
              {problem === undefined ? (
                <Notice kind="good" title={words.sealGood}>
                  {words.sealGoodText} <Link to="/audit-log">{words.toAuditLog}</Link>
                </Notice>
              ) : (
                <Alert title={words.sealBroken}>{problem}</Alert>
              )}
              <section className="box">
                <Facts
                  facts={[
                    [words.sealKey, <Id key="key" value={current} />],
                    seal !== undefined && [words.sealNumber, String(seal)],
                    head !== undefined && [words.sealHead, <Id key="head" value={head} />],
                    keys.length > 1 && [
                      words.earlierKeys,
                      <span key="earlier" className="lines">
                        {keys.slice(0, -1).map((key) => (
                          <Id key={key} value={key} />
                        ))}
                      </span>,
                    ],
                  ]}
                />
              </section>
            </>
          );
        }}
      </Loaded>
      <div className="actions">
        {may('rotateSealKey') && <Button onClick={() => setOpened('rotate')}>{words.rotateSeal}</Button>}
        {may('resetSeals') && (
          <Button kind="danger" onClick={() => setOpened('reset')}>
            {words.resetSeal}
          </Button>
        )}
      </div>
      {opened === 'rotate' && <RotateSeal onClose={close} />}
      {opened === 'reset' && <ResetSeal onClose={close} />}
    </>
  );
}
