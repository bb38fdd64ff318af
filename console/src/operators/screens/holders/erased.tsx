import { Page } from '../../../frame/page.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { Notice } from '../../../kit/states.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { ReceiptButton } from './receipt-button.tsx';

/** The answer to an erasure. The page of the holder no longer exists. */
export function Erased({ receipt }: { readonly receipt: AdminResponse<'eraseHolder'> }) {
  const { holder: words } = useMessages();
  return (
    <Page title={words.erasedNow} actions={<ReceiptButton id={receipt.erasureId} />}>
      <Notice kind="good">{words.receipt}</Notice>
      <section className="box">
        <Facts
          facts={[
            [words.erasureId, <Id key="id" value={receipt.erasureId} />],
            [words.eraseTime, <Time key="time" at={receipt.eraseTime} />],
            [
              words.completeTime,
              receipt.completeTime === undefined ? (
                words.notEncrypted
              ) : (
                <Time key="complete" at={receipt.completeTime} isRelative />
              ),
            ],
          ]}
        />
      </section>
    </Page>
  );
}
