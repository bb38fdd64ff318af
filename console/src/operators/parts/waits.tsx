import { Link } from '@tanstack/react-router';
import type { Waiting } from '../../api/client.ts';
import { Notice } from '../../kit/states.tsx';
import { useMessages } from '../../messages/index.ts';

/** The request was stored and waits for a second person: neither done nor failed. */
export function Waits({ answer, text }: { readonly answer: Waiting; readonly text?: string }) {
  const { common } = useMessages();
  return (
    <Notice kind="care" title={common.waitsTitle}>
      <p>{text ?? common.waitsText}</p>
      <p>
        <Link to="/approvals/$id" params={{ id: answer.approval.id } as never}>
          {common.waitsLink}
        </Link>
      </p>
    </Notice>
  );
}
