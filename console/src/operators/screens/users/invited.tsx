import { Facts } from '../../../kit/facts.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';

interface InvitedProps {
  readonly invited: AdminResponse<'inviteUser'>;
  readonly onClose: () => void;
}

/** The address for the person: to copy, or to send with the mail program of this computer. */
export function Invited({ invited: { user, url, expireTime }, onClose }: InvitedProps) {
  const { users: words } = useMessages();
  const mail = new URLSearchParams({ subject: words.mailSubject, body: words.mailText(url) });
  // Mail programs show a plus sign as it is (RFC 6068 5).
  const href = `mailto:${encodeURIComponent(user.email)}?${mail.toString().replaceAll('+', '%20')}`;
  return (
    <ShownOnce
      title={words.invitedTitle(user.email)}
      text={words.invitedText}
      value={url}
      className="token"
      onClose={onClose}
    >
      <Facts facts={[[words.invitedUntil, <Time key="until" at={expireTime} isRelative />]]} />
      <p>
        <a href={href}>{words.sendMail}</a>
      </p>
    </ShownOnce>
  );
}
