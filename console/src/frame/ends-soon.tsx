import { useEffect, useState } from 'react';
import { onSessionEnd } from '../api/client.ts';
import { extend, type Session } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { Modal } from '../kit/modal.tsx';
import { useMessages } from '../messages/index.ts';

/** Seconds before the end at which the warning appears (WCAG 2.2.1 requires at least 20). */
const WARNING = 120;

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1000));

const endOf = ({ idleEndTime, absoluteEndTime }: Session) =>
  Math.min(Date.parse(idleEndTime), Date.parse(absoluteEndTime));

interface EndsSoonProps {
  readonly session: Session;
  readonly onExtended: (session: Session) => void;
  /** Called when the session has ended. */
  readonly onEnded: () => void;
}

/**
 * Warns before the session ends. One press extends the session, or starts a new one when the absolute limit is near.
 */
export function EndsSoon({ session, onExtended, onEnded }: EndsSoonProps) {
  const { account, common } = useMessages();
  const [end, setEnd] = useState(() => endOf(session));
  useEffect(() => {
    setEnd(endOf(session));
    onSessionEnd((time) => setEnd(Date.parse(time)));
    return () => onSessionEnd(() => {});
  }, [session]);
  const [left, setLeft] = useState(() => secondsUntil(end));
  useEffect(() => {
    setLeft(secondsUntil(end));
    const timer = setInterval(() => setLeft(secondsUntil(end)), 1000);
    return () => clearInterval(timer);
  }, [end]);
  const hasEnded = left === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each end.
  useEffect(() => {
    if (hasEnded) onEnded();
  }, [hasEnded]);
  const [dismissed, setDismissed] = useState<number>();
  if (hasEnded || left > WARNING || dismissed === end) return null;
  const dismiss = () => setDismissed(end);
  if (end >= Date.parse(session.absoluteEndTime))
    return (
      <Modal title={account.endsSoonTitle} text={account.endsAtLimitText(left)} onClose={dismiss}>
        <div className="actions">
          <Button onClick={dismiss}>{common.close}</Button>
          <Button
            kind="main"
            onClick={() => {
              dismiss();
              onEnded();
            }}
          >
            {account.signInAgain}
          </Button>
        </div>
      </Modal>
    );
  const stay = async () => onExtended(await extend());
  return (
    <Modal title={account.endsSoonTitle} text={account.endsSoonText(left)} onClose={stay}>
      <div className="actions">
        <Button kind="main" onClick={stay}>
          {account.staySignedIn}
        </Button>
      </div>
    </Modal>
  );
}
