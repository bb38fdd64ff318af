import { useEffect, useState } from 'react';
import { onSessionEnd } from '../api/client.ts';
import { extend, type Session } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { Modal } from '../kit/modal.tsx';
import { useMessages } from '../messages/index.ts';

/** Seconds before the end at which the warning comes (WCAG 2.2.1 asks for 20 at least). */
const WARNING = 120;

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1000));

const endOf = ({ idleEndTime, absoluteEndTime }: Session) =>
  Math.min(Date.parse(idleEndTime), Date.parse(absoluteEndTime));

interface EndsSoonProps {
  readonly session: Session;
  readonly onExtended: (session: Session) => void;
  readonly onEnded: () => void;
}

/** Warns before the session ends; one press extends it. */
export function EndsSoon({ session, onExtended, onEnded }: EndsSoonProps) {
  const { account } = useMessages();
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
  if (hasEnded || left > WARNING) return null;
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
