import type { Waiting } from '../../api/client.ts';
import { Link } from '../../frame/navigation.tsx';
import { Notice } from '../../kit/states.tsx';
import { useMessages } from '../../messages/index.ts';

/** Shown after a request was stored for approval: it has neither run nor failed. */
export function Waits({ answer, text }: { readonly answer: Waiting; readonly text?: string }) {
  const { common } = useMessages();
  return (
    <Notice kind="care" title={common.waitsTitle}>
      <p>{text ?? common.waitsText}</p>
      <p>
        <Link to="/approvals/$id" params={{ id: answer.approval.id }}>
          {common.waitsLink}
        </Link>
      </p>
    </Notice>
  );
}
