import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';

interface RefreshProps {
  readonly id: string;
  readonly onClose: () => void;
}

export function RefreshHolder({ id, onClose }: RefreshProps) {
  const { holder: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('refreshHolder');
  return (
    <ActionDialog
      title={words.refreshTitle}
      text={words.refreshText}
      action={words.refresh}
      run={() => mutateAsync({ id })}
      onDone={({ changedElements, supersededCredentials }) =>
        say(words.refreshed(changedElements, supersededCredentials))
      }
      onClose={onClose}
    />
  );
}
