import { useState } from 'react';
import { Link } from '../../../frame/navigation.tsx';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { Button } from '../../../kit/button.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Id } from '../../../kit/id.tsx';
import { Alert, Loaded, Notice } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin, useMayCall } from '../../api.ts';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';

/** The key that seals the audit log, and whether the last seals verify. */
export function SealKey() {
  const { keys: words } = useMessages();
  const query = useAdmin('getSeals', {}, { every: 60_000 });
  const may = useMayCall();
  const [opened, setOpened] = useState<'rotate' | 'reset'>();
  // Before the first seal there is nothing to change.
  const newest = query.data?.keys.at(-1);
  const hasKey = query.data && newest !== undefined;
  useRequestedDialog(['rotate', 'reset'], setOpened, () => hasKey);
  const close = () => setOpened(undefined);
  return (
    <>
      <Headed
        actions={
          <>
            {hasKey && may('rotateSealKey') && (
              <Button onClick={() => setOpened('rotate')}>{words.rotateSeal}</Button>
            )}
            {hasKey && may('resetSeals') && (
              <Button kind="danger" onClick={() => setOpened('reset')}>
                {words.resetSeal}
              </Button>
            )}
          </>
        }
      >
        <h2>{words.tabs.seal}</h2>
      </Headed>
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
      {opened === 'rotate' && <WordedDialog method="rotateSealKey" onClose={close} />}
      {opened === 'reset' && newest !== undefined && (
        <WordedDialog method="resetSeals" typed={newest} onClose={close} />
      )}
    </>
  );
}
