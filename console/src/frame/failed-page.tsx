import { Button } from '../kit/button.tsx';
import { useMessages } from '../messages/index.ts';
import { Page } from './page.tsx';

/** Shown in place of a screen that threw an error. */
export function FailedPage() {
  const { common } = useMessages();
  return (
    <Page title={common.failedTitle}>
      <p>{common.failedText}</p>
      <div>
        <Button onClick={() => location.reload()}>{common.reloadPage}</Button>
      </div>
    </Page>
  );
}
