import { useMessages } from '../../../messages/index.ts';
import { useHolderName } from '../../parts/people/names.ts';
import { Tried } from '../../parts/tried.tsx';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';

interface RevokeProps {
  readonly id: string;
  readonly onClose: () => void;
}

export function RevokeHolder({ id, onClose }: RevokeProps) {
  const { holder: words, parts } = useMessages();
  const name = useHolderName(id);
  return (
    <Tried method="revokeHolder" request={{ id }} title={words.revokeTitle} onClose={onClose}>
      {({ revokedCredentials }) => (
        <WordedDialog
          method="revokeHolder"
          on={{ id }}
          effect={words.revokeText(revokedCredentials)}
          typed={id}
          named={name && parts.acts(words.revokeCode, name)}
          onClose={onClose}
        />
      )}
    </Tried>
  );
}
