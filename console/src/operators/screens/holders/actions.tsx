import { Button } from '../../../kit/button.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useMayCall } from '../../api.ts';

export type HolderDialog = 'issue' | 'refresh' | 'revoke' | 'erase';

interface ActionsProps {
  readonly holder: AdminResponse<'getHolder'>;
  readonly open: (dialog: HolderDialog) => void;
}

export function HolderActions({ holder, open }: ActionsProps) {
  const { holder: words } = useMessages();
  const may = useMayCall();
  const { state, holds = [] } = holder;
  const isActive = state === 'active';
  return (
    <>
      {may('issueCode') && isActive && (
        <Button kind="main" onClick={() => open('issue')}>
          {words.issue}
        </Button>
      )}
      {may('refreshHolder') && <Button onClick={() => open('refresh')}>{words.refresh}</Button>}
      {may('revokeHolder') && isActive && (
        <Button kind="danger" onClick={() => open('revoke')}>
          {words.revoke}
        </Button>
      )}
      {may('eraseHolder') && holds.length === 0 && (
        <Button kind="danger" onClick={() => open('erase')}>
          {words.erase}
        </Button>
      )}
    </>
  );
}
