import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';

interface DiscardProps {
  readonly id: string;
  readonly role: string;
  readonly onClose: () => void;
}

/** Number of characters of the long key id that must be typed. */
const TYPED = 6;

export function DiscardDialog({ id, role, onClose }: DiscardProps) {
  const { keys: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('discardKey');
  return (
    <ActionDialog
      title={words.discardTitle}
      text={words.discardText(role)}
      action={words.discard}
      isDanger
      typed={id.slice(-TYPED)}
      run={() => mutateAsync({ id })}
      onDone={() => say(words.discarded)}
      onClose={onClose}
    />
  );
}
