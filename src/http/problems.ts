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
      agent: "Send an API key: `Authorization: Bearer lms_...`. Creators can create keys in their organisation's settings.",
      session: 'Sign in, and send the session cookie with each request.',
    },
  },
  api_key_unknown: {
    status: 401,
    title: 'Unknown API key',
    help: 'The key is mistyped or truncated, or belongs to another service. Compare its first twelve characters with the list of keys.',
  },
  api_key_revoked: { status: 401, title: 'The API key has been revoked', help: 'Use another key. A revoked key cannot be restored.' },
  api_key_expired: { status: 401, title: 'The API key has expired', help: "Create a new key. A key's expiry cannot be changed." },
  subscription_inactive: {
    status: 401,
    title: 'The plan is not active',
    help: "The organisation's subscription has ended or been cancelled. Its API keys work again as soon as an owner renews the subscription in the billing settings.",
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
        "The key's scope does not allow this; `detail` gives the required scope. A creator can change the key's scopes. `getAgentIdentity` returns the effective scopes.",
      session: 'Your role in the organisation does not allow this. An owner can change your role.',
    },
  },
  course_limit: {
    status: 403,
    title: 'Course limit reached',
    help: "The organisation has reached its plan's course limit. Delete a course, or change the plan.",
  },
  invalid_credentials: { status: 401, title: 'Wrong email address or password', help: 'Check both, or reset your password by email.' },
  invalid_code: { status: 401, title: 'Wrong code', help: 'The code is wrong, has already been used or has expired. Request a new one.' },
  second_factor_required: { status: 401, title: 'The sign-in is not complete', help: 'Complete the sign-in with your second factor first.' },
  reauthentication_required: {
    status: 403,
    title: 'Confirm your identity',
    help: 'Prove your identity with `POST /api/v1/auth/reauthenticate/`, using one of the methods listed in `methods`, then send the request again. For this purpose, a proof or a sign-in is valid for ten minutes.',
  },
  csrf_failed: {
    status: 403,
    title: 'Cross-site request',
    help: "Send the request from the service's own site. Outside a browser, set the `Origin` header to that site's URL.",
  },
  insecure_connection: {
    status: 403,
    title: 'The connection is not secure',
    help: "Use HTTPS. If you already do, the service's operator must set `TRUST_PROXY`, and the proxy must send `X-Forwarded-Proto` or `Forwarded`.",
  },
  no_organisation: {
    status: 403,
    title: 'No organisation',
    help: 'You are not a member of any organisation, or not a member of the organisation identified by the host or the `X-Organisation` header. Set up an organisation, or specify a different one.',
  },
  already_member: { status: 409, title: 'Already a member', help: 'This person is already a member. Change their role instead.' },
  last_owner: { status: 409, title: 'The member is the only owner', help: 'An organisation must always have an owner. Make another member an owner first.' },
  learner_limit: { status: 403, title: 'Learner limit reached', help: "The organisation has reached its plan's learner limit. An owner can change the plan." },
  provider_refused: {
    status: 401,
    title: 'The provider did not confirm your identity',
    help: 'Start the sign-in again in this browser. Each sign-in can be completed only once, and within ten minutes.',
  },
  provider_email_unverified: {
    status: 401,
    title: 'Email address not verified by the provider',
    help: 'Verify your email address with the provider, or sign up with a password.',
  },
  provider_unreachable: { status: 503, title: 'The provider is not responding', help: 'Try again later, or sign in with a password.' },
  phone_attached: { status: 409, title: 'The account already has a phone number', help: 'Change the number instead.' },
  phone_taken: { status: 409, title: 'Phone number already in use', help: 'Another account has this number. Remove or change it there first.' },
  phone_not_attached: { status: 409, title: 'The account has no phone number', help: 'Add a number first.' },
  import_not_ready: { status: 409, title: 'Import not ready', help: 'Get the import again. Its `status` shows what you can do next.' },
  import_touched: {
    status: 409,
    title: 'The imported course has changed',
    help: 'You can undo an import only if nobody has since changed or used what it created. Delete the course instead.',
  },
  import_under_way: { status: 409, title: 'Import in progress', help: 'Wait until the import has finished, or cancel it first.' },
  export_under_way: { status: 409, title: 'Export in progress', help: 'Wait until the export has finished. You will be notified.' },
  export_not_ready: {
    status: 409,
    title: 'Export not ready',
    help: 'If the export is still in progress, wait until it is ready. If it has failed or expired, request another one.',
  },
  package_not_exported: {
    status: 409,
    title: 'The lesson is already a package',
    help: 'The lesson is an imported SCORM package, which is not exported again. Use the file that you imported instead.',
  },
  export_too_large: { status: 409, title: 'Export too large', help: "The lesson's files are too large for one package. Link to large videos instead." },
  owner_of_learners: {
    status: 409,
    title: 'You are the only owner of an organisation with learners',
    help: 'Name a successor for each organisation listed in `detail`, or make another member an owner first.',
  },
  domain_taken: { status: 409, title: 'Domain already in use', help: 'Another organisation has already proved that it controls this domain.' },
  policy_version: {
    status: 409,
    title: 'A different policy version is in force',
    help: 'Get the policies again, and show the user the version that is in force.',
  },
  storage_limit: {
    status: 403,
    title: 'Storage is full',
    help: 'The organisation does not have enough storage left for this file. Delete files, buy storage or change the plan.',
  },
  payment_required: { status: 403, title: 'This course requires payment', help: 'Buy the course, or redeem a code for it.' },
  not_enrolled: { status: 403, title: 'Not enrolled', help: 'Enrol in the course first.' },
  enrollment_over: {
    status: 403,
    title: 'The enrolment has ended',
    help: "The enrolment has expired or been revoked. Ask the organisation's staff to renew it.",
  },
  lesson_locked: {
    status: 403,
    title: 'The lesson is locked',
    help: '`lock_reason` gives the reason. `opens_at` gives the opening time, if it is known.',
  },
  enrollment_closed: { status: 409, title: 'Not open for enrolment', help: 'The course is unpublished, archived, or by invitation only.' },
  no_attempts_left: { status: 409, title: 'No attempts left', help: 'You have used all the attempts that this quiz allows.' },
  attempt_over: {
    status: 409,
    title: 'The attempt is over',
    help: 'The attempt has been submitted, or its time has run out. Start another attempt if the quiz allows it.',
  },
  faces_off: {
    status: 409,
    title: 'Face check-in is turned off',
    help: 'Learners can check in with their badges or names. Staff can turn on face check-in in the attendance settings.',
  },
  faces_not_configured: {
    status: 503,
    title: 'The service does not compute face descriptors',
    help: 'Compute the descriptors on the device, and send them instead of pictures.',
  },
  face_consent_missing: { status: 409, title: 'The learner has not consented', help: 'Only the learner can consent, using a token from their own account.' },
  badge_refused: { status: 409, title: 'The badge was not accepted', help: "Scan a valid badge that belongs to one of the course's learners." },
  kiosk_off: { status: 409, title: 'Kiosks are turned off', help: "Turn on kiosks in the course's attendance settings." },
  kiosk_locked: { status: 403, title: 'The kiosk is locked', help: 'Enter the course PIN on the device.' },
  kiosk_method_off: {
    status: 403,
    title: 'This check-in method is turned off',
    help: 'Use another method. In the attendance settings, staff can choose how learners check in at a kiosk.',
  },
  pin_blocked: { status: 403, title: 'Too many wrong PINs', help: 'Wait until the time in `blocked_until`. Staff can look up the PIN or open another kiosk.' },
  meeting_not_open: { status: 409, title: 'The meeting has not opened yet', help: 'Before a meeting opens, you can only excuse learners from it.' },
  cursor_expired: { status: 410, title: 'The cursor has expired', help: 'Get the list again without a cursor, and continue with the cursor that it returns.' },
  meeting_cancelled: {
    status: 409,
    title: 'The meeting has been cancelled',
    help: 'You cannot record attendance at a cancelled meeting. Choose another meeting.',
  },
  meeting_exists: {
    status: 409,
    title: 'The meeting already exists',
    help: 'Record attendance at the existing meeting instead; `meeting_id` contains its ID.',
  },
  certificates_disabled: { status: 409, title: 'Certificates are not enabled', help: "Enable certificates in the course's certificate settings first." },
  backfill_under_way: { status: 409, title: 'A backfill is in progress', help: "Wait until the course's backfill has finished." },
  certificate_revoked: {
    status: 409,
    title: 'The certificate is not valid',
    help: 'Staff can reissue the certificate, unless its holder has deleted their account.',
  },
  certificate_issued: {
    status: 409,
    title: 'The certificate has already been issued',
    help: 'You can no longer change the name. Staff can reissue the certificate with a different name.',
  },
  cohort_full: { status: 409, title: 'The cohort is full', help: 'Add seats to the cohort, or choose another cohort.' },
  cohort_not_empty: { status: 409, title: 'The cohort has members', help: 'Remove the members first, or archive the cohort.' },
  cohort_name_taken: { status: 409, title: 'Name already in use', help: 'The course already has a cohort with this name.' },
  access_code_taken: { status: 409, title: 'Code already in use', help: 'Choose another code.' },
  access_code_revoked: { status: 409, title: 'The code has been revoked', help: "Ask the organisation's staff for another code." },
  access_code_expired: { status: 409, title: 'The code has expired', help: "Ask the organisation's staff for another code." },
  access_code_used_up: {
    status: 409,
    title: 'The code has been used up',
    help: "The code has already been redeemed the maximum number of times. Ask the organisation's staff for another code.",
  },
  affiliate_program_closed: {
    status: 409,
    title: 'The affiliate programme is closed',
    help: "Nobody can join until the organisation's staff enable the programme.",
  },
  affiliate_invite_deactivated: { status: 409, title: 'The invite has been deactivated', help: "Ask the organisation's staff for another invite." },
  affiliate_invite_expired: { status: 409, title: 'The invite has expired', help: "Ask the organisation's staff for another invite." },
  affiliate_invite_used_up: { status: 409, title: 'The invite has been used up', help: "Ask the organisation's staff for another invite." },
  affiliate_invite_code_taken: {
    status: 409,
    title: 'Code already in use',
    help: 'Choose another code. Invites are never deleted, so their codes cannot be reused.',
  },
  commission_void: { status: 409, title: 'The commission is void', help: 'The order has been refunded in full, so no commission is owed.' },
  affiliate_transition: {
    status: 409,
    title: 'Status change not allowed',
    help: "Get the affiliate again. The affiliate's `status` determines which changes are possible.",
  },
  affiliate_not_approved: { status: 409, title: 'The affiliate is not approved', help: 'You can create links once staff have approved you as an affiliate.' },
  affiliate_link_code_taken: { status: 409, title: 'Code already in use', help: 'Choose another code, or omit it to get a random one.' },
  affiliate_link_limit: { status: 409, title: 'Too many links', help: 'Use one of the existing links.' },
  coupon_code_taken: { status: 409, title: 'Code already in use', help: 'Choose another code, or deactivate the coupon that uses it.' },
  plan_archived: { status: 409, title: 'The plan is archived', help: 'Choose another plan, or create one.' },
  upload_incomplete: {
    status: 409,
    title: 'The upload is not complete',
    help: "Send the whole file to the upload's URL with PUT, then complete the upload again.",
  },
  upload_in_use: {
    status: 409,
    title: 'The upload is in use',
    help: 'First delete the media item, document or submission that uses the upload, or remove the upload from the post.',
  },
  scanner_unavailable: {
    status: 503,
    title: 'The file could not be scanned',
    help: 'Complete the upload again later. The file is kept for one hour after you create the upload.',
  },
  upload_limit: { status: 409, title: 'Too many uploads', help: 'Submit, attach or delete some of your uploads first.' },
  webhook_limit: { status: 409, title: 'Too many webhook endpoints', help: 'Delete one first.' },
  mail_domain_limit: { status: 409, title: 'Too many mail domains', help: 'Remove one first.' },
  mail_domain_unproved: {
    status: 409,
    title: 'The mail domain is no longer verified',
    help: "Prove again that you control the email address's domain, or send the person a link to set a password (`sendLearnerPasswordReset`).",
  },
  webhook_disabled: { status: 409, title: 'The endpoint is disabled', help: 'Enable it first.' },
  webhook_delivery_pending: {
    status: 409,
    title: 'The delivery is pending',
    help: 'The service is still attempting the delivery automatically. Check the delivery again later.',
  },
  media_in_use: { status: 409, title: 'The media item is in use', help: 'First remove it from the lessons that use it.' },
  document_in_use: { status: 409, title: 'The document is in use', help: 'First remove it from the lessons that use it.' },
  ai_job_active: { status: 409, title: 'An AI grading job is active', help: 'Wait until the job has finished, or cancel it.' },
  ai_job_over: { status: 409, title: 'The job has ended', help: 'A job that has ended cannot be cancelled.' },
  ai_job_not_resumable: {
    status: 409,
    title: 'The job cannot be resumed',
    help: 'You can resume a job only if it was cancelled or failed, and only if it still has submissions to assess. Start another job instead.',
  },
  require_initial_post: {
    status: 403,
    title: 'Post in the topic first',
    help: "In this course, you can read other people's replies to a topic only after you have posted in the topic yourself.",
  },
  discussion_read_only: {
    status: 403,
    title: 'The discussion is read-only',
    help: '`reason` explains why you can read but not write. Staff can change the discussion settings, or allow a muted learner to post again.',
  },
  discussion_limit: {
    status: 429,
    title: 'Too many posts or reports',
    help: 'Wait for the number of seconds in `Retry-After`, then try again. The discussion settings limit how often learners can post and how many posts they can write in a day.',
  },
  not_gradable_by_ai: {
    status: 409,
    title: 'The lesson cannot be graded with AI',
    help: 'Add a rubric with points to the assignment, or an essay question to the quiz.',
  },
  stale_suggestion: {
    status: 409,
    title: 'The suggestion is out of date',
    help: 'Grade the submission without the suggestion, or start another AI grading job.',
  },
  not_printable: { status: 409, title: 'The lesson cannot be printed', help: '`getSheetOptions` returns the reasons.' },
  print_not_ready: { status: 409, title: 'The PDF is not ready', help: 'Wait until the PDF is ready. If it has failed or expired, print the sheets again.' },
  scan_queue_full: {
    status: 429,
    title: 'The scan queue is full',
    help: 'Keep the photo. Wait for the number of seconds in `Retry-After`, then send the photo again with the same `client_id`.',
  },
  roster_closed: {
    status: 409,
    title: 'The import is closed',
    help: 'The import has been committed, or its rows were erased after 30 days. Upload the file again.',
  },
  roster_too_many_open: {
    status: 409,
    title: 'Too many unfinished imports',
    help: 'Commit or delete earlier imports, or wait until they expire after 30 days.',
  },
  no_credentials: {
    status: 409,
    title: 'No credentials available',
    help: "Wait until the commit has finished. If it finished more than 24 hours ago, reset a learner's password to create a new card.",
  },
  number_taken: {
    status: 409,
    title: 'Number already in use',
    help: "Another of the organisation's learners has this number. Correct that learner's number first, or choose a different number.",
  },
  suggestion_decided: {
    status: 409,
    title: 'The suggestion has already been accepted or rejected',
    help: 'Get the suggestion again. You can change the grade in the same way as any other grade.',
  },
  agreement_too_low: {
    status: 409,
    title: 'The suggestions differ too much from your grades',
    help: "Grade more submissions yourself, or decide on each suggestion individually. The job's `agreement` shows how closely the suggestions match your grades.",
  },
  rubric_template_limit: { status: 409, title: 'Too many rubric templates', help: 'Delete one first.' },
  hero_limit: { status: 409, title: 'Too many hero images', help: 'Delete one first.' },
  account_is_personal: {
    status: 409,
    title: 'The account is personal',
    help: "Only the account's owner can set the password. Email them a link with `sendLearnerPasswordReset`.",
  },
  no_mailbox: {
    status: 409,
    title: 'The address cannot receive email',
    help: 'The address is only a sign-in name. Create a card with `resetLearnerPassword`, or invite the learner to claim the account with `inviteLearnerToClaim`.',
  },
  recovery_required: {
    status: 409,
    title: 'You cannot recover this account yet',
    help: 'Another organisation created the account. Verify your email address, add a phone number or sign in with a provider, then repeat the request.',
  },
  not_only_here: { status: 409, title: 'The account does not belong to this organisation alone', help: 'The user must reset their own password by email.' },
  ai_not_configured: {
    status: 503,
    title: 'No language model is configured',
    help: "The service's operator can set `AI_BASE_URL`, `AI_API_KEY` and the model names.",
  },
  ai_unavailable: { status: 503, title: 'The language model is not responding', help: 'Try again later.' },
  payments_not_configured: {
    status: 503,
    title: 'No payment gateway is configured',
    help: "The service's operator can set `STRIPE_SECRET_KEY`, or `PAYMENTS=sandbox` to try out payments.",
  },
  payments_unavailable: { status: 503, title: 'The payment gateway is not responding', help: 'Try again later. You will not be charged twice.' },
  payments_not_ready: {
    status: 409,
    title: 'The organisation cannot accept payments yet',
    help: 'An owner must connect the payment gateway and provide the information that it requires.',
  },
  tax_not_ready: {
    status: 409,
    title: 'The payment gateway cannot calculate the tax',
    help: 'An owner must set up tax in the payment gateway, or set a fixed tax rate instead.',
  },
  nothing_to_pay: { status: 409, title: 'The course is free', help: 'Enrol in the course instead.' },
  already_enrolled: { status: 409, title: 'You already have access to the course', help: 'You do not need to buy the course. Open it instead.' },
  payment_processing: {
    status: 409,
    title: 'A payment is in progress',
    help: 'The outcome of an earlier payment is not yet known. Do not pay again; you will receive an email.',
  },
  plan_included: {
    status: 409,
    title: 'Already included in your plan',
    help: "The service's operator gave the organisation a plan that already includes this. Choose a larger plan, or contact the operator.",
  },
  not_subscribed: { status: 409, title: 'Nothing to cancel', help: 'The organisation has no paid plan or storage add-on.' },
  already_subscribed: {
    status: 409,
    title: 'You already have a subscription',
    help: 'You can have only one subscription with each organisation. Change its plan, or cancel it and wait until it has ended.',
  },
  only_sign_in: {
    status: 409,
    title: 'This is your only way to sign in',
    help: 'Set a password, add a phone number or link another provider first.',
  },
  subscription_active: {
    status: 409,
    title: 'The subscription is still active',
    help: 'Cancel the subscription before you leave the organisation.',
  },
  subscription_over: { status: 409, title: 'The subscription has ended', help: 'Subscribe again.' },
  payment_overdue: {
    status: 409,
    title: 'A payment is overdue',
    help: 'Pay the overdue amount first. `startSubscription` returns the URL of a page where you can pay.',
  },
  payment_refused: { status: 409, title: 'The payment was declined', help: 'The bank declined the payment. Use another card or account, or try again later.' },
  plan_not_changeable: {
    status: 409,
    title: 'The subscription cannot change to this plan',
    help: 'You need a new subscription if the plans have different currencies, if either plan is paid in instalments, or if you want to change from yearly to monthly billing.',
  },
  order_not_paid: { status: 409, title: 'The order has not been paid', help: 'There is nothing to refund yet. Wait until the payment has been received.' },
  already_refunded: { status: 409, title: 'Already refunded', help: 'The order has been refunded in full.' },
  refund_pending: { status: 409, title: 'A refund is in progress', help: 'Wait until the refund has succeeded or failed. The order shows the outcome.' },
  order_disputed: {
    status: 409,
    title: 'The payment is disputed',
    help: 'The buyer has disputed the payment. Wait until their bank has resolved the dispute.',
  },
  refund_not_possible: {
    status: 409,
    title: 'The refund policy does not allow this refund',
    help: "The order's `refund_obstacle` gives the reason (`getOwnOrder`). Staff can still refund the order.",
  },
  amount_too_small: {
    status: 409,
    title: 'The amount is too small to charge',
    help: 'The payment gateway has a minimum amount for each currency. Staff can change the price.',
  },
  amount_too_large: {
    status: 409,
    title: 'The amount is too large for one payment',
    help: 'The payment gateway limits the amount of a single payment. Buy fewer seats at a time.',
  },
  gateway_not_connected: {
    status: 409,
    title: 'The payment gateway is not connected',
    help: 'An owner can connect the organisation in the billing settings.',
  },
  api_key_limit: {
    status: 403,
    title: 'API key limit reached',
    help: "The organisation has reached its plan's API key limit. Revoke a key, or change the plan.",
  },
  not_found: {
    status: 404,
    title: 'Not found',
    help: 'The URL does not exist, or the object does not exist in your organisation. Every path must end with a slash.',
  },
  method_not_allowed: { status: 405, title: 'Method not allowed', help: 'The `Allow` header lists the methods that this URL supports.' },
  fill_changed: { status: 409, title: 'The grades have changed', help: 'Nothing was written. Repeat the dry run, and send the new token.' },
  anonymity_locked: {
    status: 409,
    title: 'Anonymous grading cannot be turned on or off at the moment',
    help: 'Before you turn on anonymous grading, hide all posted grades. Before you turn it off, post all grades.',
  },
  rubric_in_use: {
    status: 409,
    title: 'Submissions have already been graded using this rubric',
    help: 'Send `rubric_change`: `keep` leaves the grades unchanged, and `recompute` recalculates them using the new rubric.',
  },
  stale_grade: {
    status: 409,
    title: 'The grade has changed',
    help: "Compare your change with the `grade` in the response, and send it again with that grade's `updated_at`.",
  },
  stale_lesson: {
    status: 409,
    title: 'The lesson has changed',
    help: "Someone has changed the lesson since you read it. Apply your change to the `lesson` in the response, and send it again with that lesson's `updated_at`.",
  },
  api_key_name_taken: {
    status: 409,
    title: 'Name already in use',
    help: 'The organisation already has an API key with this name. Choose another name, or revoke that key.',
  },
  already_set_up: {
    status: 409,
    title: 'The service has already been set up',
    help: 'The first organisation already exists. Anyone with an account can sign in and set up another organisation.',
  },
  organisation_limit: { status: 409, title: 'Organisation limit reached', help: 'A user can own at most ten organisations.' },
  totp_enabled: { status: 409, title: 'Authenticator already enabled', help: 'Disable the authenticator before enabling another one.' },
  totp_not_started: { status: 409, title: 'Authenticator setup not started', help: 'Create an authenticator secret first (`startTotp`).' },
  totp_not_enabled: { status: 409, title: 'No authenticator is enabled', help: 'Enable an authenticator first.' },
  request_in_progress: {
    status: 409,
    title: 'An earlier request is still in progress',
    help: 'The service is still processing an earlier request with the same `Idempotency-Key`. Wait a few seconds, then send the request again.',
  },
  batch_failed: {
    status: 409,
    title: 'An operation in the batch was refused',
    help: '`operation` is the index of the refused operation, and `problem` contains its error. Nothing was changed. Correct the operation and send the batch again.',
  },
  not_attempted: {
    status: 424,
    title: 'The operation was not attempted',
    help: 'The operation depends on another operation in the batch that was refused, or the batch stopped before reaching it. Send it again in another batch.',
  },
  payload_too_large: { status: 413, title: 'Request body too large', help: 'Send a smaller request body.' },
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
    help: "Request a range within the file. `Content-Range` gives the file's size.",
  },
  throttled: {
    status: 429,
    title: 'Too many requests',
    help: 'Wait for the number of seconds in `Retry-After`, then try again. For requests made with an API key, the `RateLimit` response header gives the remaining quota.',
  },
  header_too_large: { status: 431, title: 'Headers too large', help: 'Send fewer or shorter headers. Together, they can be at most 16 KiB.' },
  bad_request: { status: 400, title: 'Invalid HTTP request', help: 'Send a valid HTTP request.' },
  service_unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    help: 'The service, or a system that it depends on, cannot handle the request at the moment. Wait for the number of seconds in `Retry-After`, then try again.',
  },
  internal_error: { status: 500, title: 'Internal error', help: 'Try again later. If the error persists, give the `request_id` to support.' },
} as const satisfies Record<ErrorCode | HttpErrorCode, { status: number; title: string; help: string | { agent: string; session: string } }>;

/** The advice on an error: the same for both surfaces, or one for each. */
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

/** The error response to a request that a limit refuses. */
export class ThrottledProblem extends HttpProblem {
  /** The name of the limit. */
  readonly limit: string;

  constructor(limit: string, detail: string, waitSeconds: number) {
    super('throttled', detail, { 'Retry-After': String(waitSeconds) });
    this.limit = limit;
  }
}
