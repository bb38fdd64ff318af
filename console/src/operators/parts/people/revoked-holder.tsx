import { Notice } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';

/** Says that a person is revoked, wherever something of the person is shown. */
export function RevokedHolder({ holder }: { readonly holder: { readonly state: string } | undefined }) {
  const { holder: words } = useMessages();
  if (holder?.state !== 'revoked') return null;
  return (
    <Notice kind="care" title={words.revokedTitle}>
      {words.revokedText}
    </Notice>
  );
}
