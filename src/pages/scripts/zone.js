/* Fills in the time zone of the browser. Accounts that are made without this script begin with UTC. */
for (const field of document.querySelectorAll('input[name=timezone]')) field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
