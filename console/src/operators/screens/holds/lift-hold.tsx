import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useHolderName } from '../../parts/people/names.ts';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';
import { HeldBy, type Hold } from './held-by.tsx';

interface LiftHoldProps {
  readonly hold: Hold;
  readonly onClose: () => void;
}

export function LiftHold({ hold, onClose }: LiftHoldProps) {
  const { holds: words } = useMessages();
  const name = useHolderName(hold.holderId);
  return (
    <WordedDialog
      method="liftHold"
      on={{ id: hold.id }}
      named={name && words.liftNamed(name)}
      onClose={onClose}
    >
      <Facts
        facts={[
          [words.id, <Id key="id" value={hold.id} />],
          [words.columns.on, <HeldBy key="on" hold={hold} />],
          [words.columns.reason, words.reasons[hold.reason]],
        ]}
      />
    </WordedDialog>
  );
}
