/**
 * Hands the code over by the browser's Digital Credentials interface, after a click. A code in the fragment, which no
 * server sees, leaves the address at once. Without the interface the page shows the other way.
 */
export const SCRIPT = `
const form = document.getElementById('code-form');
const given = /^#code=([^&]{1,1536})$/.exec(location.hash);
if (form && given) {
  history.replaceState(null, '', location.pathname);
  form.elements.code.value = decodeURIComponent(given[1]);
  form.submit();
}
const button = document.getElementById('add');
const said = document.getElementById('said');
const showOthers = (isOpen) => document.querySelectorAll('.other').forEach((way) => { way.open = isOpen; });
const requests = button ? JSON.parse(button.dataset.requests) : [];
const Digital = window.DigitalCredential;
const allows = ({ protocol }) => Digital.userAgentAllowsProtocol(protocol);
const usable = Digital && Digital.userAgentAllowsProtocol && navigator.credentials ? requests.filter(allows) : [];
if (button && usable.length > 0) {
  button.hidden = false;
  showOthers(false);
  button.addEventListener('click', async () => {
    button.disabled = true;
    said.textContent = '';
    try {
      await navigator.credentials.create({ digital: { requests: usable } });
      said.textContent = button.dataset.done;
    } catch (error) {
      said.textContent = button.dataset.failed;
      showOthers(true);
    }
    button.disabled = false;
    said.focus();
  });
} else if (button) {
  document.getElementById('unsupported').hidden = false;
}
`;
