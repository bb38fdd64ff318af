import { Button } from '../../../kit/button.tsx';
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
  return (
    <>
      {may('issueCode') && isOffered('issue', holder) && (
        <Button kind="main" onClick={() => open('issue')}>
          {words.issue}
        </Button>
      )}
      {may('refreshHolder') && <Button onClick={() => open('refresh')}>{words.refresh}</Button>}
      {may('placeHold') && <Button onClick={() => open('hold')}>{holds.place}</Button>}
      {may('revokeHolder') && isOffered('revoke', holder) && (
        <Button kind="danger" onClick={() => open('revoke')}>
          {words.revoke}
        </Button>
      )}
      {may('eraseHolder') && isOffered('erase', holder) && (
        <Button kind="danger" onClick={() => open('erase')}>
          {words.erase}
        </Button>
      )}
    </>
  );
}
