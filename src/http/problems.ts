import { type ErrorCode, Refusal } from '../domain/kernel/errors.ts';

/** Codes that the HTTP layer itself uses. The codes of the domain are in its `errors.ts` files. */
type HttpErrorCode =
  | 'not_authenticated'
  | 'second_factor_required'
  | 'csrf_failed'
  | 'insecure_connection'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'file_address_invalid'
  | 'range_not_satisfiable'
  | 'throttled'
  | 'not_attempted'
  | 'header_too_large'
  | 'bad_request'
  | 'service_unavailable'
  | 'internal_error';

/** Every error code of the service, with its status, its title and the advice on its page. Only this table assigns a status to a code. */
export const PROBLEMS = {
  validation_error: {
    status: 400,
    title: 'The request is invalid',
    help: 'Correct every field listed in `errors` and send the request again. Nothing was changed.',
  },
  not_authenticated: {
    status: 401,
    title: 'Not authenticated',
    help: {
      agent: 'Send an API key: `Authorization: Bearer lms_...`. Creators can create keys in the settings of their organisation.',
      session: 'Sign in, and send the session cookie with each request.',
    },
  },
  api_key_unknown: {
    status: 401,
    title: 'Unknown API key',
    help: 'The key is mistyped, truncated or belongs to another service. Compare its first twelve characters with the list of keys.',
  },
  api_key_revoked: { status: 401, title: 'The API key was revoked', help: 'Use another key. A revoked key cannot be restored.' },
  api_key_expired: { status: 401, title: 'The API key has expired', help: 'Create a new key. You cannot change the expiry of a key.' },
  subscription_inactive: {
    status: 401,
    title: 'The plan is not active',
    help: "The organisation's subscription has ended or was cancelled. When an owner renews it under billing, the keys work again immediately.",
  },
  org_unverified: {
    status: 401,
    title: 'The organisation is not verified',
    help: 'The person who set up the organisation must verify their email address first.',
  },
  permission_denied: {
    status: 403,
    title: 'Not allowed',
    help: {
      agent:
        "The key's scope for the resource is too low; `detail` names the required scope. A creator can raise it. `getAgentIdentity` returns the effective scopes.",
      session: 'Your role in the organisation does not allow this. An owner can change the role.',
    },
  },
  course_limit: { status: 403, title: 'Course limit reached', help: 'The plan allows no more courses. Delete one, or change the plan.' },
  invalid_credentials: { status: 401, title: 'Wrong email address or password', help: 'Check both, or request a new password by email.' },
  invalid_code: { status: 401, title: 'Wrong code', help: 'The code is wrong, already used or expired. Request a new one.' },
  second_factor_required: { status: 401, title: 'The sign-in is not complete', help: 'Send the code of your second factor first.' },
  reauthentication_required: {
    status: 403,
    title: 'Confirm who you are',
    help: 'Give a proof with `POST /api/v1/auth/reauthenticate/` in one of the ways that `methods` lists, then send the request again. A proof is valid for ten minutes, and so is a sign-in.',
  },
  csrf_failed: {
    status: 403,
    title: 'Cross-site request',
    help: "Send the request from the service's own site. Outside a browser, send `Origin` with the URL of that site.",
  },
  insecure_connection: {
    status: 403,
    title: 'The connection is not secure',
    help: 'Use https. If you already do, the operator of the service must set `TRUST_PROXY`, and the proxy must send `X-Forwarded-Proto` or `Forwarded`.',
  },
  no_organisation: {
    status: 403,
    title: 'No organisation',
    help: 'You are not a member of any organisation, or not of the one that the host or `X-Organisation` names. Set up an organisation, or name another one.',
  },
  already_member: { status: 409, title: 'Already a member', help: 'This person is already a member. Change their role instead.' },
  last_owner: { status: 409, title: 'The only owner', help: 'An organisation needs an owner. Make another member an owner first.' },
  learner_limit: { status: 403, title: 'Learner limit reached', help: "The organisation's plan allows no more learners. Staff can change the plan." },
  provider_refused: {
    status: 401,
    title: 'The provider did not confirm your identity',
    help: 'Start the sign-in again in this browser. Each sign-in can be completed once, within ten minutes.',
  },
  provider_email_unverified: {
    status: 401,
    title: 'Email address not verified by the provider',
    help: 'Verify your email address with the provider, or sign up with a password.',
  },
  provider_unreachable: { status: 503, title: 'The provider is not responding', help: 'Try again later, or sign in with a password.' },
  phone_attached: { status: 409, title: 'Phone number already attached', help: 'Change the number instead.' },
  phone_taken: { status: 409, title: 'Phone number already in use', help: 'Another account has this number. Detach or change it there first.' },
  phone_not_attached: { status: 409, title: 'No phone number', help: 'Attach a number first.' },
  import_not_ready: { status: 409, title: 'Import not ready', help: 'Read the import: its `status` shows what you can do now.' },
  import_touched: {
    status: 409,
    title: 'The imported course has changed',
    help: 'An import can be undone only while nobody has changed or used what it made. Delete the course instead.',
  },
  import_under_way: { status: 409, title: 'Import in progress', help: 'Wait until the import has ended, or cancel it first.' },
  export_under_way: { status: 409, title: 'Export in progress', help: 'Wait until the export is ready. You will get an email.' },
  export_not_ready: { status: 409, title: 'Export not ready', help: 'The export is still in progress, has failed, or has expired. Request another one.' },
  package_not_exported: {
    status: 409,
    title: 'The lesson is already a package',
    help: 'The lesson shows an imported SCORM package. Use the file that you imported.',
  },
  export_too_large: { status: 409, title: 'Export too large', help: "The lesson's files are too large for one package. Link to large videos instead." },
  owner_of_learners: {
    status: 409,
    title: 'Owner of an organisation with learners',
    help: 'First hand over the organisations that `detail` names to another owner.',
  },
  domain_taken: { status: 409, title: 'Domain already in use', help: 'Another organisation has proved that it controls this domain.' },
  policy_version: { status: 409, title: 'Another version is in force', help: 'Read the policies again, and show the version that is in force.' },
  storage_limit: { status: 403, title: 'Storage is full', help: 'The plan has no room for this file. Delete files, buy storage or change the plan.' },
  payment_required: { status: 403, title: 'This course requires payment', help: 'Buy the course, or redeem a code for it.' },
  not_enrolled: { status: 403, title: 'Not enrolled', help: 'Enrol in the course first.' },
  enrollment_over: {
    status: 403,
    title: 'The enrolment has ended',
    help: 'The enrolment has expired or was revoked. Ask the staff of the organisation to renew it.',
  },
  lesson_locked: {
    status: 403,
    title: 'The lesson is locked',
    help: '`lock_reason` gives the reason, and `opens_at` the time at which the lesson opens, if it is known.',
  },
  enrollment_closed: { status: 409, title: 'Not open for enrolment', help: 'The course is unpublished, archived, or by invitation only.' },
  no_attempts_left: { status: 409, title: 'No attempts left', help: 'The quiz allows no more attempts.' },
  attempt_over: {
    status: 409,
    title: 'The attempt is over',
    help: 'The attempt was submitted, or its time ran out. Start another attempt if the quiz allows it.',
  },
  faces_off: {
    status: 409,
    title: 'Face check-in is off',
    help: 'Learners check in with their badges or names. Staff can switch on face check-in in the attendance settings.',
  },
  faces_not_configured: {
    status: 503,
    title: 'The service does not compute face descriptors',
    help: 'Compute the descriptors on the device, and send them instead of pictures.',
  },
  face_consent_missing: { status: 409, title: 'The learner has not consented', help: 'Only learners can consent, with a token from their own account.' },
  badge_refused: { status: 409, title: 'The badge is refused', help: 'Scan the valid badge of a learner of the course.' },
  kiosk_off: { status: 409, title: 'Kiosks are off', help: 'Switch on kiosks in the attendance settings of the course.' },
  kiosk_locked: { status: 403, title: 'The kiosk is locked', help: 'Enter the course PIN on the device.' },
  kiosk_method_off: {
    status: 403,
    title: 'This way to check in is off',
    help: 'Staff choose in the attendance settings how learners check in at a kiosk.',
  },
  pin_blocked: { status: 403, title: 'Too many wrong PINs', help: 'Wait until `blocked_until`. Staff can read the PIN, or open another kiosk.' },
  meeting_not_open: { status: 409, title: 'The meeting has not opened', help: 'Before a meeting opens, you can only excuse learners from it.' },
  cursor_expired: { status: 410, title: 'The cursor has expired', help: 'Read the list again without a cursor, and continue with the one that it returns.' },
  meeting_cancelled: { status: 409, title: 'The meeting is cancelled', help: 'Nobody attends a cancelled meeting. Choose another one.' },
  meeting_exists: { status: 409, title: 'This meeting exists already', help: 'Mark the learners in the meeting that `meeting_id` names.' },
  certificates_disabled: { status: 409, title: 'Certificates are not enabled', help: 'Enable them in the certificate settings of the course first.' },
  backfill_under_way: { status: 409, title: 'A backfill is under way', help: 'Wait until the backfill of this course has finished.' },
  certificate_revoked: { status: 409, title: 'The certificate is not valid', help: 'Staff can issue it again, unless its holder has deleted their account.' },
  certificate_issued: {
    status: 409,
    title: 'The certificate has been issued',
    help: 'The name can no longer be changed. Staff can issue the certificate again with another name.',
  },
  cohort_full: { status: 409, title: 'The cohort is full', help: 'Increase its number of seats, or choose another cohort.' },
  cohort_not_empty: { status: 409, title: 'The cohort has members', help: 'Remove the members first, or archive the cohort.' },
  cohort_name_taken: { status: 409, title: 'Name already in use', help: 'Another cohort of the course has this name.' },
  access_code_taken: { status: 409, title: 'Code already in use', help: 'Choose another code.' },
  access_code_revoked: { status: 409, title: 'The code was revoked', help: 'Ask the staff of the organisation for another code.' },
  access_code_expired: { status: 409, title: 'The code has expired', help: 'Ask the staff of the organisation for another code.' },
  access_code_used_up: {
    status: 409,
    title: 'The code is used up',
    help: 'The code has been redeemed as often as it allows. Ask the staff of the organisation for another one.',
  },
  affiliate_program_closed: { status: 409, title: 'The affiliate program is closed', help: 'Nobody can join until the staff of the organisation open it.' },
  affiliate_invite_deactivated: { status: 409, title: 'The invite was deactivated', help: 'Ask the staff of the organisation for another one.' },
  affiliate_invite_expired: { status: 409, title: 'The invite has expired', help: 'Ask the staff of the organisation for another one.' },
  affiliate_invite_used_up: { status: 409, title: 'The invite is used up', help: 'Ask the staff of the organisation for another one.' },
  affiliate_invite_code_taken: { status: 409, title: 'Code already in use', help: 'Choose another code. Invites are never deleted, and keep their codes.' },
  commission_void: { status: 409, title: 'The commission is void', help: 'The order was refunded in full, so nothing is owed.' },
  affiliate_transition: { status: 409, title: 'Not possible in this state', help: 'Read the affiliate again: `status` shows what you can decide.' },
  affiliate_not_approved: { status: 409, title: 'The affiliate is not approved', help: 'You can create links once staff have approved you as an affiliate.' },
  affiliate_link_code_taken: { status: 409, title: 'Code already in use', help: 'Choose another code, or omit it to get a random one.' },
  affiliate_link_limit: { status: 409, title: 'Too many links', help: 'Use one of your existing links.' },
  coupon_code_taken: { status: 409, title: 'Code already in use', help: 'Choose another code, or deactivate the coupon that has it.' },
  plan_archived: { status: 409, title: 'The plan is archived', help: 'Choose another plan, or create one.' },
  upload_incomplete: {
    status: 409,
    title: 'The upload is not complete',
    help: 'Send all bytes to the URL of the upload with PUT, then complete the upload again.',
  },
  upload_in_use: {
    status: 409,
    title: 'The upload is in use',
    help: 'First delete the media, the document or the submission that uses it, or remove it from the post.',
  },
  scanner_unavailable: {
    status: 503,
    title: 'The file could not be scanned',
    help: 'Complete the upload again later. Its bytes are kept for one hour after you created the upload.',
  },
  upload_limit: { status: 409, title: 'Too many uploads', help: 'Submit, attach or delete some of them first.' },
  webhook_limit: { status: 409, title: 'Too many webhook endpoints', help: 'Delete one first.' },
  mail_domain_limit: { status: 409, title: 'Too many mail domains', help: 'Remove one first.' },
  mail_domain_unproved: {
    status: 409,
    title: 'The mail domain is no longer proved',
    help: 'Prove the domain of the address again, or send the person a link to set a password (`sendLearnerPasswordReset`).',
  },
  webhook_disabled: { status: 409, title: 'The endpoint is disabled', help: 'Enable it first.' },
  webhook_delivery_pending: {
    status: 409,
    title: 'The delivery is pending',
    help: 'The service attempts it automatically. Check the delivery again later.',
  },
  media_in_use: { status: 409, title: 'The media is in use', help: 'Remove it from the lessons that show it first.' },
  document_in_use: { status: 409, title: 'The document is in use', help: 'Remove it from the lessons that show it first.' },
  ai_job_active: { status: 409, title: 'An AI grading job is active', help: 'Wait until the job ends, or cancel it.' },
  ai_job_over: { status: 409, title: 'The job has ended', help: 'A job that has ended cannot be cancelled.' },
  ai_job_not_resumable: {
    status: 409,
    title: 'The job cannot be resumed',
    help: 'You can resume only a job that was cancelled or failed and has work left. Start another job.',
  },
  require_initial_post: {
    status: 403,
    title: 'Write a reply first',
    help: 'In this course, you see what others have replied to a topic once you have written a reply yourself.',
  },
  discussion_read_only: {
    status: 403,
    title: 'The discussion is read-only',
    help: '`reason` says why you can read but not write. Staff can change the discussion settings, and end a mute.',
  },
  discussion_limit: {
    status: 429,
    title: 'Too many posts or reports',
    help: 'Wait for the number of seconds in `Retry-After`, then try again. The discussion settings limit how often learners post, and how many posts they write a day.',
  },
  not_gradable_by_ai: {
    status: 409,
    title: 'The lesson cannot be graded with AI',
    help: 'Give the assignment a rubric with points, or the quiz an essay question.',
  },
  stale_suggestion: { status: 409, title: 'The suggestion is out of date', help: 'Grade the work without the suggestion, or start another AI grading job.' },
  not_printable: { status: 409, title: 'The lesson cannot be printed', help: '`getSheetOptions` gives the reasons.' },
  print_not_ready: { status: 409, title: 'The PDF is not ready', help: 'Wait until the print is ready. If it failed or has expired, print again.' },
  scan_queue_full: {
    status: 429,
    title: 'The queue is full',
    help: 'Keep the photo, wait for the number of seconds in `Retry-After`, and send it again with the same `client_id`.',
  },
  roster_closed: {
    status: 409,
    title: 'The import is closed',
    help: 'The import has been committed, or its rows have been erased after 30 days. Send the file again.',
  },
  roster_too_many_open: {
    status: 409,
    title: 'Too many unfinished imports',
    help: 'Commit or delete earlier imports, or wait until they expire after 30 days.',
  },
  no_credentials: {
    status: 409,
    title: 'No credentials to read',
    help: 'Wait until the commit has ended. If it ended more than 24 hours ago, reset the password of a learner to make a new card.',
  },
  number_taken: {
    status: 409,
    title: 'Number already in use',
    help: 'Another learner of the organisation has this number. Correct theirs first, or choose another one.',
  },
  suggestion_decided: {
    status: 409,
    title: 'Somebody has decided about the suggestion',
    help: 'Read the suggestion again. You can change the grade like any other.',
  },
  agreement_too_low: {
    status: 409,
    title: 'The suggestions differ too much from your grades',
    help: 'Grade more work by hand, or decide about each suggestion. `agreement` of the job shows how far they agree.',
  },
  rubric_template_limit: { status: 409, title: 'Too many rubric templates', help: 'Delete one first.' },
  hero_limit: { status: 409, title: 'Too many hero images', help: 'Delete one first.' },
  account_is_personal: {
    status: 409,
    title: 'The account is personal',
    help: 'Only the person can set the password. Send them a link by email with `sendLearnerPasswordReset`.',
  },
  no_mailbox: {
    status: 409,
    title: 'The address receives no email',
    help: 'The address is only a sign-in name. Create a card with `resetLearnerPassword`, or invite the learner to claim the account with `inviteLearnerToClaim`.',
  },
  recovery_required: {
    status: 409,
    title: 'You cannot recover this account yet',
    help: 'Another organisation made the account. Verify your email address, attach a phone number or sign in with a provider, then repeat the request.',
  },
  not_only_here: { status: 409, title: 'The user is not only a learner of this organisation', help: 'This user must set a new password by email.' },
  ai_not_configured: {
    status: 503,
    title: 'No language model is configured',
    help: 'The operator of the service can set `AI_BASE_URL`, `AI_API_KEY` and the names of the models.',
  },
  ai_unavailable: { status: 503, title: 'The language model is not responding', help: 'Try again later.' },
  payments_not_configured: {
    status: 503,
    title: 'No payment gateway is configured',
    help: 'The operator of the service can set `STRIPE_SECRET_KEY`, or `PAYMENTS=sandbox` to try payments out.',
  },
  payments_unavailable: { status: 503, title: 'The payment gateway is not responding', help: 'Try again later. Nothing is charged twice.' },
  payments_not_ready: {
    status: 409,
    title: 'The organisation cannot take payments yet',
    help: 'An owner must connect the payment gateway, and answer its questions.',
  },
  tax_not_ready: {
    status: 409,
    title: 'The payment gateway cannot compute the tax',
    help: 'An owner must set up taxes at the payment gateway, or choose a tax rate instead.',
  },
  nothing_to_pay: { status: 409, title: 'The course is free', help: 'Enrol in the course instead.' },
  already_enrolled: { status: 409, title: 'You have access to the course', help: 'You need not buy it. Open the course.' },
  payment_processing: {
    status: 409,
    title: 'A payment is in progress',
    help: 'The result of an earlier payment is not known yet. Do not pay again: you will get an email.',
  },
  plan_included: {
    status: 409,
    title: 'Already included in your plan',
    help: 'The operator gave the organisation a plan that includes this. Name a larger plan, or ask the operator of the service.',
  },
  not_subscribed: { status: 409, title: 'Nothing to cancel', help: 'The organisation has no paid plan or storage.' },
  already_subscribed: {
    status: 409,
    title: 'You have a subscription',
    help: 'You can have one subscription at an organisation. Change its plan, or cancel it and wait until it has ended.',
  },
  only_sign_in: {
    status: 409,
    title: 'Your only way to sign in',
    help: 'Set a password, attach a phone number or link another provider first.',
  },
  subscription_active: {
    status: 409,
    title: 'The subscription is still running',
    help: 'Cancel the subscription, then leave.',
  },
  subscription_over: { status: 409, title: 'The subscription has ended', help: 'Subscribe again.' },
  payment_overdue: {
    status: 409,
    title: 'A payment is overdue',
    help: 'Pay it first: `startSubscription` returns the page on which you can.',
  },
  payment_refused: { status: 409, title: 'The payment was refused', help: 'The bank refused the payment. Use another card or account, or try again later.' },
  plan_not_changeable: {
    status: 409,
    title: 'The subscription cannot change to this plan',
    help: 'A plan in another currency or with instalments needs a new subscription, and so does a change from years to months.',
  },
  order_not_paid: { status: 409, title: 'The order is not paid', help: 'There is nothing to refund. Wait until the payment has arrived.' },
  already_refunded: { status: 409, title: 'Already refunded', help: 'The order was refunded in full.' },
  refund_pending: { status: 409, title: 'A refund is in progress', help: 'Wait until the refund has succeeded or failed. The order shows which.' },
  order_disputed: {
    status: 409,
    title: 'The payment is disputed',
    help: 'The buyer has disputed the payment. Wait until their bank decides who keeps the amount.',
  },
  refund_not_possible: {
    status: 409,
    title: 'The refund policy does not allow the refund',
    help: '`refund_obstacle` of the order gives the reason (`getOwnOrder`). Staff can still refund the order.',
  },
  amount_too_small: {
    status: 409,
    title: 'The amount is too small to charge',
    help: 'The payment gateway has a smallest amount for each currency. Staff can change the price.',
  },
  amount_too_large: {
    status: 409,
    title: 'The amount is too large for one payment',
    help: 'The payment gateway limits a single payment. Buy fewer seats at a time.',
  },
  gateway_not_connected: {
    status: 409,
    title: 'The payment gateway is not connected',
    help: 'An owner can connect the organisation under billing.',
  },
  api_key_limit: { status: 403, title: 'API key limit reached', help: 'The plan allows no more API keys. Revoke one, or change the plan.' },
  not_found: { status: 404, title: 'Not found', help: 'The URL or the object does not exist in your organisation. Every path ends in a slash.' },
  method_not_allowed: { status: 405, title: 'Method not allowed', help: 'The `Allow` header lists the methods of this URL.' },
  fill_changed: { status: 409, title: 'The grades have changed', help: 'Nothing was written. Repeat the dry run, and send its token.' },
  anonymity_locked: {
    status: 409,
    title: 'Anonymous grading cannot be switched now',
    help: 'Before you switch it on, hide all posted grades. Before you switch it off, post all grades.',
  },
  rubric_in_use: {
    status: 409,
    title: 'Work was rated by the rubric',
    help: 'Send `rubric_change`: `keep` leaves the grades as they are, and `recompute` computes them from the new rubric.',
  },
  stale_grade: {
    status: 409,
    title: 'The grade has changed',
    help: "Compare your change with the `grade` in the response, and send it again with that grade's `updated_at`.",
  },
  stale_lesson: {
    status: 409,
    title: 'The lesson has changed',
    help: 'Someone changed the lesson after you read it. Apply your change to `lesson` from the response and send it with the `updated_at` found there.',
  },
  api_key_name_taken: {
    status: 409,
    title: 'Name already in use',
    help: 'Another key of the organisation has this name. Choose another name, or revoke that key.',
  },
  already_set_up: {
    status: 409,
    title: 'The service is set up',
    help: 'The first organisation exists. Sign in: everyone with an account can set up another organisation.',
  },
  organisation_limit: { status: 409, title: 'Organisation limit reached', help: 'A user can own at most ten organisations.' },
  totp_enabled: { status: 409, title: 'Authenticator already enabled', help: 'Disable the authenticator before enabling another one.' },
  totp_not_started: { status: 409, title: 'Authenticator setup not started', help: 'Start enabling an authenticator first.' },
  totp_not_enabled: { status: 409, title: 'No authenticator is enabled', help: 'Enable an authenticator first.' },
  request_in_progress: {
    status: 409,
    title: 'The first request is in progress',
    help: 'The service is still working on another request with this `Idempotency-Key`. Wait a few seconds, then send the request again.',
  },
  batch_failed: {
    status: 409,
    title: 'An operation of the batch was refused',
    help: '`operation` is the index of the refused operation, and `problem` its error. Nothing was changed. Correct it and send the batch again.',
  },
  not_attempted: {
    status: 424,
    title: 'The operation was not attempted',
    help: 'The operation depends on another one of the batch that was refused, or the batch ended before it. Send it again in another batch.',
  },
  payload_too_large: { status: 413, title: 'Body too large', help: 'Send a smaller body.' },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    help: 'Send JSON (`application/json`), `application/x-www-form-urlencoded` or `multipart/form-data`, in UTF-8 and without content coding.',
  },
  file_address_invalid: {
    status: 403,
    title: 'The file URL cannot be used',
    help: 'File URLs work only for a short time and only exactly as they were issued. Request a new one.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The file does not contain this range',
    help: 'Ask for a range within the file: `Content-Range` gives its size.',
  },
  throttled: {
    status: 429,
    title: 'Too many requests',
    help: 'Wait for the number of seconds in `Retry-After`, then try again. Responses to API keys report the remaining quota in `RateLimit`.',
  },
  header_too_large: { status: 431, title: 'Headers too large', help: 'Send fewer or shorter headers: together, at most 16 KiB.' },
  bad_request: { status: 400, title: 'Not an HTTP request', help: 'Send a valid HTTP request.' },
  service_unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    help: 'The service, or a system that it depends on, cannot handle the request now. Wait for the number of seconds in `Retry-After`, then try again.',
  },
  internal_error: { status: 500, title: 'Internal error', help: 'Try again later. If the error persists, give the `request_id` to support.' },
} as const satisfies Record<ErrorCode | HttpErrorCode, { status: number; title: string; help: string | { agent: string; session: string } }>;

/** What to do about an error: for both surfaces, or for each. */
export function helpFor(code: ProblemCode): { agent: string; session: string } {
  const { help }: { help: string | { agent: string; session: string } } = PROBLEMS[code];
  return typeof help === 'string' ? { agent: help, session: help } : help;
}

export type ProblemCode = keyof typeof PROBLEMS;

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  request_id: string;
  [member: string]: unknown;
}

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(PROBLEMS, code);

/** Builds the body of an error response (RFC 9457). */
export function problemDocument(code: ProblemCode, detail: string, requestId: string, base: string, extra: Record<string, unknown> = {}): Problem {
  const { status, title } = PROBLEMS[code];
  return { type: `${base}/problems/${code}`, title, status, detail, code, request_id: requestId, ...extra };
}

/** An error response that the HTTP layer itself decides on, with the headers that belong to it. */
export class HttpProblem extends Refusal {
  readonly code: ProblemCode;
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.code = code;
    this.headers = headers;
  }
}

/** A limit refuses a request. */
export class ThrottledProblem extends HttpProblem {
  /** The name of the limit. */
  readonly limit: string;

  constructor(limit: string, detail: string, waitSeconds: number) {
    super('throttled', detail, { 'Retry-After': String(waitSeconds) });
    this.limit = limit;
  }
}
