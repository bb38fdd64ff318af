import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { HeldBy, type Hold } from './held-by.tsx';

interface LiftHoldProps {
  readonly hold: Hold;
  readonly onClose: () => void;
}

export function LiftHold({ hold, onClose }: LiftHoldProps) {
  const { holds: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('liftHold');
  return (
    <ActionDialog
      title={words.liftTitle}
      text={words.liftText}
      action={words.liftAction}
      isDanger
      run={() => mutateAsync({ id: hold.id })}
      onDone={() => say(words.lifted)}
      onClose={onClose}
    >
      <Facts
        facts={[
          [words.id, <Id key="id" value={hold.id} />],
          [words.columns.on, <HeldBy key="on" hold={hold} />],
          [words.columns.reason, words.reasons[hold.reason]],
        ]}
      />
    </ActionDialog>
  );
}
