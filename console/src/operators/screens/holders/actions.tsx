import { Button } from '../../../kit/button.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useMayCall } from '../../api.ts';

export type HolderDialog = 'issue' | 'refresh' | 'revoke' | 'erase';

interface ActionsProps {
  readonly holder: AdminResponse<'getHolder'>;
  readonly open: (dialog: HolderDialog) => void;
}

/** Whether the state of the holder allows it; a legal hold forbids erasing. */
export function isOffered(
  dialog: HolderDialog,
  { state, holds = [] }: Pick<ActionsProps['holder'], 'state' | 'holds'>,
): boolean {
  if (dialog === 'erase') return holds.length === 0;
  return state === 'active' || dialog === 'refresh';
}

export function HolderActions({ holder, open }: ActionsProps) {
  const { holder: words } = useMessages();
  const may = useMayCall();
  return (
    <>
      {may('issueCode') && isOffered('issue', holder) && (
        <Button kind="main" onClick={() => open('issue')}>
          {words.issue}
        </Button>
      )}
      {may('refreshHolder') && <Button onClick={() => open('refresh')}>{words.refresh}</Button>}
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
