import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  canUsePasskeys,
  isHereBelow,
  ownPasskeys,
  type Passkey,
  type PasskeyList,
  removePasskey,
} from '../api/passkeys.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { Modal } from '../kit/modal.tsx';
import { Alert, Loaded, Notice } from '../kit/states.tsx';
import { Time } from '../kit/time.tsx';
import { useMessages } from '../messages/index.ts';
import { RegisterForm } from './register-passkey.tsx';
import { useSession } from './session.tsx';

/** A user who loses one of two passkeys can still sign in with the other. */
const RECOMMENDED = 2;

function Row({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) {
  const { passkeys: words } = useMessages();
  const { name, isDeviceBound, createTime, lastUseTime } = passkey;
  return (
    <li className="row">
      <div className="grow">
        <div dir="auto">{name}</div>
        <div className="soft small">
          <Badge tone={isDeviceBound ? 'good' : 'plain'}>{isDeviceBound ? words.bound : words.synced}</Badge>{' '}
          {words.registered} <Time at={createTime} isRelative />
          {lastUseTime !== undefined && (
            <>
              , {words.lastUse} <Time at={lastUseTime} isRelative />
            </>
          )}
        </div>
      </div>
      <Button onClick={onRemove} aria-label={words.removeOne(name)}>
        {words.remove}
      </Button>
    </li>
  );
}

/** Why no passkey can be registered here, with a link to this page where it can. */
function Obstacle({ domain, origin }: Omit<PasskeyList, 'passkeys'>) {
  const { passkeys: words } = useMessages();
  if (domain === undefined) return <Notice kind="care">{words.off}</Notice>;
  if (isHereBelow(domain)) return <Alert>{words.unsupported}</Alert>;
  return (
    <Notice kind="care">
      {words.elsewhere(domain)}{' '}
      {origin && <a href={location.href.replace(location.origin, origin)}>{origin}</a>}
    </Notice>
  );
}

/** Lists the person's passkeys; registers and removes them. */
export function MyPasskeys({ onClose }: { readonly onClose: () => void }) {
  const { passkeys: words } = useMessages();
  const { guarded } = useSession();
  const query = useQuery({ queryKey: ['own passkeys'], queryFn: ownPasskeys });
  const domain = query.data?.domain;
  const canRegister = canUsePasskeys() && domain !== undefined && isHereBelow(domain);
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey>();
  return (
    <Modal title={words.title} text={words.text} onClose={onClose}>
      <Loaded query={query}>
        {({ passkeys, ...place }) => (
          <div className="stack">
            {!canRegister && <Obstacle {...place} />}
            {canRegister && passkeys.length < RECOMMENDED && (
              <Notice kind={passkeys.length === 0 ? 'info' : 'care'}>
                {passkeys.length === 0 ? words.noneYet : words.second}
              </Notice>
            )}
            {passkeys.length > 0 && (
              <ul className="plain rows">
                {passkeys.map((passkey) => (
                  <Row key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
                ))}
              </ul>
            )}
            {isAdding && (
              <RegisterForm
                guarded={guarded}
                onCancel={() => setAdding(false)}
                onDone={async () => {
                  await query.refetch();
                  setAdding(false);
                }}
              />
            )}
            {!isAdding && canRegister && (
              <div className="actions">
                <Button
                  kind={passkeys.length < RECOMMENDED ? 'main' : 'plain'}
                  onClick={() => setAdding(true)}
                >
                  {words.register}
                </Button>
              </div>
            )}
          </div>
        )}
      </Loaded>
      {removed && (
        <Confirm
          title={words.removeTitle}
          text={words.removeText(removed.name)}
          action={words.remove}
          isDanger
          onConfirm={async () => {
            await guarded(() => removePasskey(removed.id));
            await query.refetch();
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Modal>
  );
}
