import { useMessages } from '../messages/index.ts';
import { Link } from './navigation.tsx';
import { Page } from './page.tsx';

export function NotFound() {
  const { common } = useMessages();
  return (
    <Page title={common.notFoundTitle}>
      <p>
        {common.notFoundText} <Link to="/">{common.firstPage}</Link>
      </p>
    </Page>
  );
}
