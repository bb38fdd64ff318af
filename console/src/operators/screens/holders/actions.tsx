import { Button } from '../../../kit/button.tsx';
import { MoreMenu } from '../../../kit/more-menu.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useMayCall } from '../../api.ts';
import { type Holder, type HolderDialog, isOffered } from './holder-offers.ts';

interface ActionsProps {
  readonly holder: Holder;
  readonly open: (dialog: HolderDialog) => void;
}

export function HolderActions({ holder, open }: ActionsProps) {
  const { holder: words, holds } = useMessages();
  const may = useMayCall();
  const rare = [
    { dialog: 'hold', text: holds.place, method: 'placeHold' },
    { dialog: 'revoke', text: words.revoke, method: 'revokeHolder', isFinal: true },
    { dialog: 'erase', text: words.erase, method: 'eraseHolder', isFinal: true },
  ] as const;
  return (
    <>
      {may('issueCode') && isOffered('issue', holder) && (
        <Button kind="main" onClick={() => open('issue')}>
          {words.issue}
        </Button>
      )}
      {may('refreshHolder') && <Button onClick={() => open('refresh')}>{words.refresh}</Button>}
      <MoreMenu
        items={rare.map(({ dialog, method, ...item }) => ({
          ...item,
          isOffered: may(method) && isOffered(dialog, holder),
          run: () => open(dialog),
        }))}
      />
    </>
  );
}
