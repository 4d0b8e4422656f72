-- Made by `make generate` from migrations/. Do not edit.


table api_keys
  id uuid not null
  organisation_id uuid not null
  name text not null
  secret_hash bytea not null
  display_prefix text not null
  courses_scope text not null default 'none'::text
  chapters_scope text not null default 'none'::text
  lessons_scope text not null default 'none'::text
  org_settings_scope text not null default 'none'::text
  expires_at timestamp(3) with time zone
  revoked_at timestamp(3) with time zone
  last_used_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
  created_by uuid
  constraint api_keys_chapters_scope_check CHECK ((chapters_scope = ANY (ARRAY['none'::text, 'view'::text, 'edit'::text])))
  constraint api_keys_courses_scope_check CHECK ((courses_scope = ANY (ARRAY['none'::text, 'view'::text, 'edit'::text])))
  constraint api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
  constraint api_keys_lessons_scope_check CHECK ((lessons_scope = ANY (ARRAY['none'::text, 'view'::text, 'edit'::text])))
  constraint api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
  constraint api_keys_org_settings_scope_check CHECK ((org_settings_scope = ANY (ARRAY['none'::text, 'view'::text, 'edit'::text])))
  constraint api_keys_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE
  constraint api_keys_pkey PRIMARY KEY (id)
  constraint api_keys_secret_hash_check CHECK ((length(secret_hash) = 32))
  constraint api_keys_secret_hash_key UNIQUE (secret_hash)
  CREATE INDEX api_keys_created_by ON public.api_keys USING btree (created_by)
  CREATE UNIQUE INDEX api_keys_name ON public.api_keys USING btree (organisation_id, lower(name)) WHERE (revoked_at IS NULL)
  CREATE INDEX api_keys_organisation ON public.api_keys USING btree (organisation_id, created_at, id)

table audit_log
  organisation_id uuid not null
  id uuid not null
  actor_type text not null
  actor_id uuid
  action text not null
  object_id uuid not null
  before jsonb
  after jsonb
  ip inet
  request_id text
  created_at timestamp(3) with time zone not null default clock_timestamp()
  constraint audit_log_action_check CHECK ((action ~ '^[a-z_]+\.[a-z_]+$'::text))
  constraint audit_log_actor_type_check CHECK ((actor_type = ANY (ARRAY['user'::text, 'api_key'::text, 'system'::text])))
  constraint audit_log_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE
  constraint audit_log_pkey PRIMARY KEY (organisation_id, id)
  CREATE INDEX audit_log_action ON public.audit_log USING btree (organisation_id, action, created_at, id)
  CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor_id, organisation_id, created_at, id)
  CREATE INDEX audit_log_created ON public.audit_log USING btree (organisation_id, created_at, id)
  CREATE INDEX audit_log_kind ON public.audit_log USING btree (organisation_id, split_part(action, '.'::text, 1), created_at, id) INCLUDE (action)
  CREATE INDEX audit_log_object ON public.audit_log USING btree (organisation_id, object_id, created_at, id)

table backup_codes
  user_id uuid not null
  code_hash bytea not null
  used_at timestamp(3) with time zone
  constraint backup_codes_code_hash_check CHECK ((length(code_hash) = 32))
  constraint backup_codes_pkey PRIMARY KEY (user_id, code_hash)
  constraint backup_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE

table chapters
  organisation_id uuid not null
  id uuid not null
  course_id uuid not null
  title text not null
  position integer not null
  is_published boolean not null
  requires_previous_chapter boolean not null
  sequential_lessons boolean not null
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
  constraint chapters_organisation_id_course_id_fkey FOREIGN KEY (organisation_id, course_id) REFERENCES courses(organisation_id, id) ON DELETE CASCADE
  constraint chapters_organisation_id_course_id_id_key UNIQUE (organisation_id, course_id, id)
  constraint chapters_pkey PRIMARY KEY (organisation_id, id)
  constraint chapters_position UNIQUE (organisation_id, course_id, "position") DEFERRABLE INITIALLY DEFERRED
  constraint chapters_position_check CHECK (("position" >= 1))
  constraint chapters_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
  CREATE TRIGGER chapters_updated_at BEFORE UPDATE ON public.chapters FOR EACH ROW EXECUTE FUNCTION next_updated_at()

table cohort_members
  organisation_id uuid not null
  cohort_id uuid not null
  enrollment_id uuid not null
  created_at timestamp(3) with time zone not null default now()
  constraint cohort_members_organisation_id_cohort_id_fkey FOREIGN KEY (organisation_id, cohort_id) REFERENCES cohorts(organisation_id, id)
  constraint cohort_members_organisation_id_enrollment_id_fkey FOREIGN KEY (organisation_id, enrollment_id) REFERENCES enrollments(organisation_id, id) ON DELETE CASCADE
  constraint cohort_members_pkey PRIMARY KEY (organisation_id, cohort_id, enrollment_id)
  CREATE INDEX cohort_members_enrollment ON public.cohort_members USING btree (organisation_id, enrollment_id)

table cohorts
  organisation_id uuid not null
  id uuid not null
  course_id uuid not null
  name text not null
  status text not null
  starts_on date
  ends_on date
  seat_limit integer
  created_at timestamp(3) with time zone not null default now()
  constraint cohorts_dates CHECK ((ends_on >= starts_on))
  constraint cohorts_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
  constraint cohorts_organisation_id_course_id_fkey FOREIGN KEY (organisation_id, course_id) REFERENCES courses(organisation_id, id) ON DELETE CASCADE
  constraint cohorts_organisation_id_course_id_id_key UNIQUE (organisation_id, course_id, id)
  constraint cohorts_pkey PRIMARY KEY (organisation_id, id)
  constraint cohorts_seat_limit_check CHECK ((seat_limit >= 1))
  constraint cohorts_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text])))
  CREATE UNIQUE INDEX cohorts_name ON public.cohorts USING btree (organisation_id, course_id, lower(name))

table cookie_consents
  id uuid not null
  visitor_id uuid not null
  user_id uuid
  version text not null
  preferences boolean not null
  analytics boolean not null
  marketing boolean not null
  created_at timestamp(3) with time zone not null default now()
  constraint cookie_consents_pkey PRIMARY KEY (id)
  constraint cookie_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
  CREATE INDEX cookie_consents_created ON public.cookie_consents USING btree (created_at)
  CREATE INDEX cookie_consents_user ON public.cookie_consents USING btree (user_id, id)
  CREATE INDEX cookie_consents_visitor ON public.cookie_consents USING btree (visitor_id, id)

table course_categories
  id integer not null
  slug text not null
  name text not null
  constraint course_categories_pkey PRIMARY KEY (id)
  constraint course_categories_slug_key UNIQUE (slug)

table course_learner_counts
  organisation_id uuid not null
  course_id uuid not null
  learners integer not null default 0
  constraint course_learner_counts_learners_check CHECK ((learners >= 0))
  constraint course_learner_counts_organisation_id_course_id_fkey FOREIGN KEY (organisation_id, course_id) REFERENCES courses(organisation_id, id) ON DELETE CASCADE
  constraint course_learner_counts_pkey PRIMARY KEY (organisation_id, course_id)

table course_touches
  organisation_id uuid not null
  user_id uuid not null
  course_id uuid not null
  touched_at timestamp(3) with time zone not null default now()
  constraint course_touches_organisation_id_course_id_fkey FOREIGN KEY (organisation_id, course_id) REFERENCES courses(organisation_id, id) ON DELETE CASCADE
  constraint course_touches_pkey PRIMARY KEY (organisation_id, user_id, course_id)
  constraint course_touches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
  CREATE INDEX course_touches_recent ON public.course_touches USING btree (organisation_id, user_id, touched_at)

table courses
  organisation_id uuid not null
  id uuid not null
  title text not null
  slug text not null
  description jsonb
  thumbnail_url text
  status text not null
  visibility text not null
  level text not null
  grade_level text not null
  language text not null
  category_id integer
  estimated_duration_minutes integer
  sales_page_blocks jsonb
  landing_title text
  meta_title text
  meta_description text
  og_image_url text
  timezone text not null
  length_mode text not null
  duration_days integer
  start_date date
  end_date date
  schedule_basis text not null
  published_at timestamp(3) with time zone
  deleted_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
  price_amount bigint
  price_currency text
  constraint courses_category_id_fkey FOREIGN KEY (category_id) REFERENCES course_categories(id)
  constraint courses_dates CHECK (
CASE
    WHEN (length_mode = 'dates'::text) THEN ((start_date IS NOT NULL) AND (end_date IS NOT NULL) AND (start_date <= end_date))
    ELSE (end_date IS NULL)
END)
  constraint courses_duration CHECK (((length_mode = 'duration'::text) = (duration_days IS NOT NULL)))
  constraint courses_duration_days_check CHECK (((duration_days >= 1) AND (duration_days <= 36500)))
  constraint courses_estimated_duration_minutes_check CHECK ((estimated_duration_minutes >= 0))
  constraint courses_grade_level_check CHECK ((grade_level = ANY (ARRAY['any'::text, 'early_childhood'::text, 'primary'::text, 'lower_secondary'::text, 'upper_secondary'::text, 'higher_education'::text, 'professional'::text])))
  constraint courses_landing_title_check CHECK ((length(landing_title) <= 200))
  constraint courses_language_check CHECK ((length(language) <= 35))
  constraint courses_length_mode_check CHECK ((length_mode = ANY (ARRAY['open_ended'::text, 'duration'::text, 'dates'::text])))
  constraint courses_level_check CHECK ((level = ANY (ARRAY['all_levels'::text, 'beginner'::text, 'intermediate'::text, 'advanced'::text])))
  constraint courses_meta_description_check CHECK ((length(meta_description) <= 500))
  constraint courses_meta_title_check CHECK ((length(meta_title) <= 200))
  constraint courses_og_image_url_check CHECK ((length(og_image_url) <= 2048))
  constraint courses_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE
  constraint courses_pkey PRIMARY KEY (organisation_id, id)
  constraint courses_price CHECK (((price_amount IS NULL) OR (price_currency IS NOT NULL)))
  constraint courses_price_amount_check CHECK ((price_amount >= 0))
  constraint courses_price_currency_check CHECK ((price_currency ~ '^[A-Z]{3}$'::text))
  constraint courses_schedule_basis_check CHECK ((schedule_basis = ANY (ARRAY['enrollment'::text, 'first_access'::text, 'course_start'::text])))
  constraint courses_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 100)))
  constraint courses_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])))
  constraint courses_thumbnail_url_check CHECK ((length(thumbnail_url) <= 2048))
  constraint courses_timezone_check CHECK ((length(timezone) <= 64))
  constraint courses_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
  constraint courses_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'unlisted'::text, 'private'::text])))
  CREATE INDEX courses_created ON public.courses USING btree (organisation_id, created_at, id) WHERE (deleted_at IS NULL)
  CREATE INDEX courses_on_offer ON public.courses USING btree (organisation_id, published_at, id) WHERE ((deleted_at IS NULL) AND (status = 'published'::text) AND (visibility = 'public'::text))
  CREATE INDEX courses_search ON public.courses USING gin (lower(title) gin_trgm_ops)
  CREATE UNIQUE INDEX courses_slug ON public.courses USING btree (organisation_id, slug) WHERE (deleted_at IS NULL)
  CREATE INDEX courses_title ON public.courses USING btree (organisation_id, title, id) WHERE (deleted_at IS NULL)
  CREATE INDEX courses_updated ON public.courses USING btree (organisation_id, updated_at, id) WHERE (deleted_at IS NULL)
  CREATE TRIGGER courses_updated_at BEFORE UPDATE ON public.courses FOR EACH ROW EXECUTE FUNCTION next_updated_at()

table credential_cards
  secret_hash bytea not null
  organisation_id uuid not null
  user_id uuid not null
  expires_at timestamp(3) with time zone not null
  created_at timestamp(3) with time zone not null default now()
  constraint credential_cards_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE
  constraint credential_cards_pkey PRIMARY KEY (secret_hash)
  constraint credential_cards_secret_hash_check CHECK ((length(secret_hash) = 32))
  constraint credential_cards_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
  CREATE INDEX credential_cards_expires ON public.credential_cards USING btree (expires_at)
  CREATE UNIQUE INDEX credential_cards_holder ON public.credential_cards USING btree (organisation_id, user_id)
  CREATE INDEX credential_cards_user ON public.credential_cards USING btree (user_id)

table data_exports
  id uuid not null
  user_id uuid not null
  status text not null
  storage_key text
  size_bytes bigint
  expires_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
  constraint data_exports_pkey PRIMARY KEY (id)
  constraint data_exports_ready CHECK (((status <> 'ready'::text) OR ((storage_key IS NOT NULL) AND (size_bytes IS NOT NULL) AND (expires_at IS NOT NULL))))
  constraint data_exports_size_bytes_check CHECK ((size_bytes >= 0))
  constraint data_exports_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'ready'::text, 'failed'::text, 'expired'::text])))
  constraint data_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
  CREATE INDEX data_exports_expires ON public.data_exports USING btree (expires_at) WHERE (status = 'ready'::text)
  CREATE INDEX data_exports_old ON public.data_exports USING btree (created_at) WHERE (status = ANY (ARRAY['expired'::text, 'failed'::text]))
  CREATE UNIQUE INDEX data_exports_under_way ON public.data_exports USING btree (user_id) WHERE (status = 'queued'::text)
  CREATE INDEX data_exports_user ON public.data_exports USING btree (user_id, id)

table documents
  organisation_id uuid not null
  id uuid not null
  course_id uuid not null
  object_id uuid
  url text
  title text not null
  created_at timestamp(3) with time zone not null default now()
  constraint documents_organisation_id_course_id_fkey FOREIGN KEY (organisation_id, course_id) REFERENCES courses(organisation_id, id) ON DELETE CASCADE
  constraint documents_organisation_id_object_id_fkey FOREIGN KEY (organisation_id, object_id) REFERENCES storage_objects(organisation_id, id)
  constraint documents_organisation_id_object_id_key UNIQUE (organisation_id, object_id)
  constraint documents_pkey PRIMARY KEY (organisation_id, id)
  constraint documents_place CHECK (((object_id IS NULL) <> (url IS NULL)))
  constraint documents_title_check CHECK (((length(title) >= 1) AND (length(title) <= 255)))
  constraint documents_url_check CHECK ((length(url) <= 4096))
  CREATE INDEX documents_course ON public.documents USING btree (organisation_id, course_id)

table enrollments
  organisation_id uuid not null
  id uuid not null
  course_id uuid not null
  user_id uuid not null
  created_at timestamp(3) with time zone not null default now()
  source text not null default 'free'::text
  enrolled_at timestamp(3) with time zone not null default now()
  expires_at timestamp(3) with time zone
  first_access_at timestamp(3) with time zone
  last_activity_at timestamp(3) with time zone
  completed_at timestamp(3) with time zone
  revoked_at timestamp(3) with time zone
  constraint enrollments_organisation_id_course_id_fkey FOREIGN KEY (organisation_id, course_id) REFERENCES courses(organisation_id, id)
  constraint enrollments_organisation_id_course_id_user_id_key UNIQUE (organisation_id, course_id, user_id)
  constraint enrollments_pkey PRIMARY KEY (organisation_id, id)
  constraint enrollments_source_check CHECK ((source = ANY (ARRAY['free'::text, 'creator'::text, 'preview'::text, 'purchase'::text, 'code'::text, 'subscription'::text])))
  constraint enrollments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
  CREATE INDEX enrollments_activity ON public.enrollments USING btree (organisation_id, course_id, last_activity_at NULLS FIRST, id)
  CREATE INDEX enrollments_completed ON public.enrollments USING btree (organisation_id, completed_at) WHERE (completed_at IS NOT NULL)
  CREATE INDEX enrollments_day ON public.enrollments USING btree (organisation_id, enrolled_at)
  CREATE INDEX enrollments_enrolled ON public.enrollments USING btree (organisation_id, course_id, enrolled_at, id)
  CREATE INDEX enrollments_first_access ON public.enrollments USING btree (organisation_id, course_id, first_access_at) WHERE (first_access_at IS NOT NULL)
  CREATE INDEX enrollments_own ON public.enrollments USING btree (organisation_id, user_id, last_activity_at, id)
  CREATE INDEX enrollments_user ON public.enrollments USING btree (user_id)
  CREATE TRIGGER enrollments_count_gone AFTER DELETE ON public.enrollments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_statement()
  CREATE TRIGGER enrollments_count_new AFTER INSERT ON public.enrollments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_statement()
  CREATE TRIGGER enrollments_count_source AFTER UPDATE OF source ON public.enrollments FOR EACH ROW EXECUTE FUNCTION count_new_source()

table hero_images
  organisation_id uuid not null
  id uuid not null
  course_id uuid not null
  object_id uuid not null
  width integer not null
  height integer not null
  source text not null
  is_selected boolean not null default false
  created_at timestamp(3) with time zone not null default now()
  constraint hero_images_height_check CHECK ((height >= 1))
  constraint hero_images_organisation_id_course_id_fkey FOREIGN KEY (organisation_id, course_id) REFERENCES courses(organisation_id, id) ON DELETE CASCADE
  constraint hero_images_organisation_id_object_id_fkey FOREIGN KEY (organisation_id, object_id) REFERENCES storage_objects(organisation_id, id)
  constraint hero_images_pkey PRIMARY KEY (organisation_id, id)
  constraint hero_images_source_check CHECK ((source = ANY (ARRAY['generated'::text, 'imported'::text, 'uploaded'::text])))
  constraint hero_images_width_check CHECK ((width >= 1))
  CREATE INDEX hero_images_course ON public.hero_images USING btree (organisation_id, course_id, id)
  CREATE UNIQUE INDEX hero_images_selected ON public.hero_images USING btree (organisation_id, course_id) WHERE is_selected

table idempotency_keys
  organisation_id uuid not null
  actor_id uuid not null
  operation_id text not null
  key text not null
  request_hash bytea not null
  status smallint
  body text
  created_at timestamp(3) with time zone not null default now()
  constraint idempotency_keys_key_check CHECK ((length(key) <= 255))
  constraint idempotency_keys_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE
  constraint idempotency_keys_pkey PRIMARY KEY (organisation_id, actor_id, operation_id, key)
  CREATE INDEX idempotency_keys_created ON public.idempotency_keys USING btree (created_at)

table learning_days
  organisation_id uuid not null
  user_id uuid not null
  day date not null
  seconds_spent integer not null default 0
  completed_lessons integer not null default 0
  constraint learning_days_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE
  constraint learning_days_pkey PRIMARY KEY (organisation_id, user_id, day)
  constraint learning_days_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
  CREATE INDEX learning_days_day ON public.learning_days USING btree (organisation_id, day)

table lesson_openings
  organisation_id uuid not null
  id uuid not null default gen_random_uuid()
  course_id uuid not null
  day_zero date not null
  opens_at timestamp(3) with time zone not null
  announced_at timestamp(3) with time zone
  constraint lesson_openings_organisation_id_course_id_day_zero_opens_at_key UNIQUE (organisation_id, course_id, day_zero, opens_at)
  constraint lesson_openings_organisation_id_course_id_fkey FOREIGN KEY (organisation_id, course_id) REFERENCES courses(organisation_id, id) ON DELETE CASCADE
  constraint lesson_openings_pkey PRIMARY KEY (organisation_id, id)
  CREATE INDEX lesson_openings_due ON public.lesson_openings USING btree (opens_at) WHERE (announced_at IS NULL)
  CREATE INDEX lesson_openings_old ON public.lesson_openings USING btree (opens_at)

table lesson_progress
  organisation_id uuid not null
  enrollment_id uuid not null
  lesson_id uuid not null
  first_opened_at timestamp(3) with time zone
  completed_at timestamp(3) with time zone
  reported_at timestamp(3) with time zone
  seconds_spent integer not null default 0
  position_seconds numeric(9,3)
  duration_seconds numeric(9,3)
  watched nummultirange not null default '{}'::nummultirange
  constraint lesson_progress_duration_seconds_check CHECK ((duration_seconds > (0)::numeric))
  constraint lesson_progress_organisation_id_enrollment_id_fkey FOREIGN KEY (organisation_id, enrollment_id) REFERENCES enrollments(organisation_id, id) ON DELETE CASCADE
  constraint lesson_progress_organisation_id_lesson_id_fkey FOREIGN KEY (organisation_id, lesson_id) REFERENCES lessons(organisation_id, id) ON DELETE CASCADE
  constraint lesson_progress_pkey PRIMARY KEY (organisation_id, enrollment_id, lesson_id)
  constraint lesson_progress_position_seconds_check CHECK ((position_seconds >= (0)::numeric))
  constraint lesson_progress_seconds_spent_check CHECK ((seconds_spent >= 0))
  CREATE INDEX lesson_progress_lesson ON public.lesson_progress USING btree (organisation_id, lesson_id)

table lessons
  organisation_id uuid not null
  id uuid not null
  course_id uuid not null
  chapter_id uuid not null
  title text not null
  position integer not null
  is_published boolean not null
  content_type text not null
  content jsonb
  is_free_preview boolean not null
  opens_day_offset integer
  opens_time time(0) without time zone
  closes_day_offset integer
  closes_time time(0) without time zone
  view_window_minutes integer
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
  constraint lessons_closes CHECK (((closes_time IS NULL) OR (closes_day_offset IS NOT NULL)))
  constraint lessons_closes_day_offset_check CHECK (((closes_day_offset >= 0) AND (closes_day_offset <= 3650)))
  constraint lessons_content_type_check CHECK ((content_type = ANY (ARRAY['quiz'::text, 'lesson'::text, 'video'::text, 'document'::text, 'assignment'::text, 'embed'::text])))
  constraint lessons_opens CHECK (((opens_time IS NULL) OR (opens_day_offset IS NOT NULL)))
  constraint lessons_opens_before_closes CHECK (((closes_day_offset IS NULL) OR (ROW(COALESCE(opens_day_offset, 0), COALESCE(opens_time, '00:00:00'::time without time zone)) < ROW(closes_day_offset, COALESCE(closes_time, '00:00:00'::time without time zone)))))
  constraint lessons_opens_day_offset_check CHECK (((opens_day_offset >= 0) AND (opens_day_offset <= 3650)))
  constraint lessons_organisation_id_course_id_chapter_id_fkey FOREIGN KEY (organisation_id, course_id, chapter_id) REFERENCES chapters(organisation_id, course_id, id) ON DELETE CASCADE
  constraint lessons_pkey PRIMARY KEY (organisation_id, id)
  constraint lessons_position UNIQUE (organisation_id, chapter_id, "position") DEFERRABLE INITIALLY DEFERRED
  constraint lessons_position_check CHECK (("position" >= 1))
  constraint lessons_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
  constraint lessons_view_window_minutes_check CHECK (((view_window_minutes >= 1) AND (view_window_minutes <= 525600)))
  CREATE INDEX lessons_course ON public.lessons USING btree (organisation_id, course_id, chapter_id)
  CREATE INDEX lessons_document ON public.lessons USING btree (organisation_id, ((content ->> 'document_id'::text))) WHERE ((content ->> 'document_id'::text) IS NOT NULL)
  CREATE INDEX lessons_media ON public.lessons USING btree (organisation_id, ((content ->> 'media_id'::text))) WHERE ((content ->> 'media_id'::text) IS NOT NULL)
  CREATE INDEX lessons_published ON public.lessons USING btree (organisation_id, course_id, chapter_id, "position", id) WHERE is_published
  CREATE INDEX lessons_scheduled ON public.lessons USING btree (organisation_id, course_id) WHERE (is_published AND (opens_day_offset IS NOT NULL))
  CREATE TRIGGER lessons_updated_at BEFORE UPDATE ON public.lessons FOR EACH ROW EXECUTE FUNCTION next_updated_at()

table media
  organisation_id uuid not null
  id uuid not null
  course_id uuid not null
  object_id uuid not null
  kind text not null
  title text not null
  created_at timestamp(3) with time zone not null default now()
  constraint media_kind_check CHECK ((kind = ANY (ARRAY['video'::text, 'audio'::text, 'image'::text])))
  constraint media_organisation_id_course_id_fkey FOREIGN KEY (organisation_id, course_id) REFERENCES courses(organisation_id, id) ON DELETE CASCADE
  constraint media_organisation_id_object_id_fkey FOREIGN KEY (organisation_id, object_id) REFERENCES storage_objects(organisation_id, id)
  constraint media_organisation_id_object_id_key UNIQUE (organisation_id, object_id)
  constraint media_pkey PRIMARY KEY (organisation_id, id)
  constraint media_title_check CHECK (((length(title) >= 1) AND (length(title) <= 255)))
  CREATE INDEX media_course ON public.media USING btree (organisation_id, course_id)

table memberships
  organisation_id uuid not null
  user_id uuid not null
  role text not null
  created_at timestamp(3) with time zone not null default now()
  constraint memberships_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE
  constraint memberships_pkey PRIMARY KEY (organisation_id, user_id)
  constraint memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'creator'::text, 'learner'::text])))
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
  CREATE INDEX memberships_user ON public.memberships USING btree (user_id)

table notification_preferences
  user_id uuid not null
  event text not null
  channel text not null
  is_enabled boolean not null
  constraint notification_preferences_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text])))
  constraint notification_preferences_event_check CHECK ((event ~ '^[a-z_]{1,64}$'::text))
  constraint notification_preferences_pkey PRIMARY KEY (user_id, event, channel)
  constraint notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE

table notification_settings
  organisation_id uuid not null
  event text not null
  channel text not null
  is_enabled boolean not null
  constraint notification_settings_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text])))
  constraint notification_settings_event_check CHECK ((event ~ '^[a-z_]{1,64}$'::text))
  constraint notification_settings_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE
  constraint notification_settings_pkey PRIMARY KEY (organisation_id, event, channel)

table organisation_domains
  organisation_id uuid not null
  hostname text not null
  status text not null
  txt_token text not null
  check_error text
  last_checked_at timestamp(3) with time zone
  proved_at timestamp(3) with time zone
  claim_expires_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
  constraint organisation_domains_check_error_check CHECK ((check_error = ANY (ARRAY['txt_missing'::text, 'txt_wrong'::text, 'cname_missing'::text, 'cname_wrong'::text, 'claim_expired'::text, 'domain_taken'::text, 'dns_unreachable'::text])))
  constraint organisation_domains_claim CHECK (((proved_at IS NOT NULL) OR (claim_expires_at IS NOT NULL)))
  constraint organisation_domains_hostname_check CHECK (((length(hostname) <= 253) AND (hostname = lower(hostname))))
  constraint organisation_domains_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE
  constraint organisation_domains_pkey PRIMARY KEY (organisation_id)
  constraint organisation_domains_proved CHECK (((status <> ALL (ARRAY['verified'::text, 'active'::text])) OR (proved_at IS NOT NULL)))
  constraint organisation_domains_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'verified'::text, 'active'::text, 'failed'::text])))
  CREATE INDEX organisation_domains_checked ON public.organisation_domains USING btree (last_checked_at)
  CREATE UNIQUE INDEX organisation_domains_hostname ON public.organisation_domains USING btree (hostname) WHERE (proved_at IS NOT NULL)

table organisations
  id uuid not null
  subdomain text not null
  name text not null
  description text
  support_email text
  timezone text not null default 'UTC'::text
  language text not null default 'en'::text
  currency text not null default 'USD'::text
  website_url text
  primary_color text
  accent_color text
  terms_url text
  privacy_url text
  refund_policy_url text
  imprint_url text
  verified_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
  created_by uuid
  logo_key text
  join_code text
  onboarding_skipped text[] not null default '{}'::text[]
  mail_sender_name text
  mail_reply_to text
  constraint organisations_accent_color_check CHECK ((accent_color ~ '^#[0-9a-fA-F]{6}$'::text))
  constraint organisations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
  constraint organisations_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text))
  constraint organisations_description_check CHECK ((length(description) <= 5000))
  constraint organisations_imprint_url_check CHECK ((length(imprint_url) <= 2048))
  constraint organisations_join_code_check CHECK ((join_code ~ '^[A-Z0-9]{8}$'::text))
  constraint organisations_mail_reply_to_check CHECK ((length(mail_reply_to) <= 254))
  constraint organisations_mail_sender_name_check CHECK (((length(mail_sender_name) >= 1) AND (length(mail_sender_name) <= 100)))
  constraint organisations_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
  constraint organisations_pkey PRIMARY KEY (id)
  constraint organisations_primary_color_check CHECK ((primary_color ~ '^#[0-9a-fA-F]{6}$'::text))
  constraint organisations_privacy_url_check CHECK ((length(privacy_url) <= 2048))
  constraint organisations_refund_policy_url_check CHECK ((length(refund_policy_url) <= 2048))
  constraint organisations_subdomain_check CHECK ((subdomain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text))
  constraint organisations_subdomain_key UNIQUE (subdomain)
  constraint organisations_support_email_check CHECK ((length(support_email) <= 254))
  constraint organisations_terms_url_check CHECK ((length(terms_url) <= 2048))
  constraint organisations_website_url_check CHECK ((length(website_url) <= 2048))
  CREATE INDEX organisations_created_by ON public.organisations USING btree (created_by)
  CREATE UNIQUE INDEX organisations_join_code ON public.organisations USING btree (join_code)
  CREATE INDEX organisations_timezone ON public.organisations USING btree (timezone)
  CREATE TRIGGER organisations_updated_at BEFORE UPDATE ON public.organisations FOR EACH ROW EXECUTE FUNCTION next_updated_at()

table phone_codes
  purpose text not null
  subject text not null
  phone text not null
  code_hash bytea not null
  failures smallint not null default 0
  expires_at timestamp(3) with time zone not null
  created_at timestamp(3) with time zone not null default now()
  constraint phone_codes_code_hash_check CHECK ((length(code_hash) = 32))
  constraint phone_codes_phone_check CHECK ((phone ~ '^\+[1-9][0-9]{6,14}$'::text))
  constraint phone_codes_pkey PRIMARY KEY (purpose, subject)
  constraint phone_codes_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'attach'::text, 'change'::text])))
  constraint phone_codes_subject_check CHECK ((length(subject) <= 64))
  CREATE INDEX phone_codes_expires ON public.phone_codes USING btree (expires_at)

table phone_proofs
  secret_hash bytea not null
  phone text not null
  expires_at timestamp(3) with time zone not null
  constraint phone_proofs_pkey PRIMARY KEY (secret_hash)
  constraint phone_proofs_secret_hash_check CHECK ((length(secret_hash) = 32))
  CREATE INDEX phone_proofs_expires ON public.phone_proofs USING btree (expires_at)

table plans
  id text not null
  name text not null
  course_limit integer
  created_at timestamp(3) with time zone not null default now()
  api_key_limit integer
  learner_limit integer
  storage_limit_bytes bigint
  position integer not null default 0
  constraint plans_api_key_limit_check CHECK ((api_key_limit >= 0))
  constraint plans_course_limit_check CHECK ((course_limit >= 0))
  constraint plans_id_check CHECK ((id ~ '^[a-z0-9_]{1,32}$'::text))
  constraint plans_learner_limit_check CHECK ((learner_limit >= 0))
  constraint plans_pkey PRIMARY KEY (id)
  constraint plans_storage_limit_bytes_check CHECK ((storage_limit_bytes >= 0))

table platform_subscriptions
  organisation_id uuid not null
  plan_id text not null
  status text not null
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
  constraint platform_subscriptions_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE
  constraint platform_subscriptions_pkey PRIMARY KEY (organisation_id)
  constraint platform_subscriptions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id)
  constraint platform_subscriptions_status_check CHECK ((status = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text, 'cancelled'::text, 'expired'::text])))
  CREATE TRIGGER platform_subscriptions_updated_at BEFORE UPDATE ON public.platform_subscriptions FOR EACH ROW EXECUTE FUNCTION next_updated_at()

table policies
  policy text not null
  version text not null
  url text not null
  in_force_from timestamp(3) with time zone not null
  constraint policies_pkey PRIMARY KEY (policy, version)
  constraint policies_policy_check CHECK ((policy = ANY (ARRAY['terms'::text, 'privacy'::text, 'cookies'::text])))
  constraint policies_version_check CHECK ((length(version) <= 10))

table policy_acceptances
  user_id uuid not null
  policy text not null
  version text not null
  accepted_at timestamp(3) with time zone not null default now()
  ip inet
  constraint policy_acceptances_pkey PRIMARY KEY (user_id, policy, version)
  constraint policy_acceptances_policy_version_fkey FOREIGN KEY (policy, version) REFERENCES policies(policy, version)
  constraint policy_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE

table quiz_attempts
  organisation_id uuid not null
  id uuid not null
  enrollment_id uuid not null
  lesson_id uuid not null
  number integer not null
  quiz jsonb not null
  answers jsonb not null default '[]'::jsonb
  started_at timestamp(3) with time zone not null
  due_at timestamp(3) with time zone
  submitted_at timestamp(3) with time zone
  is_expired boolean not null default false
  score_points numeric(10,2)
  max_points numeric(10,2) not null
  score_percent numeric(5,2)
  is_passed boolean
  needs_grading boolean not null default false
  results jsonb
  constraint quiz_attempts_max_points_check CHECK ((max_points >= (0)::numeric))
  constraint quiz_attempts_number_check CHECK ((number >= 1))
  constraint quiz_attempts_organisation_id_enrollment_id_fkey FOREIGN KEY (organisation_id, enrollment_id) REFERENCES enrollments(organisation_id, id) ON DELETE CASCADE
  constraint quiz_attempts_organisation_id_enrollment_id_lesson_id_numbe_key UNIQUE (organisation_id, enrollment_id, lesson_id, number)
  constraint quiz_attempts_organisation_id_lesson_id_fkey FOREIGN KEY (organisation_id, lesson_id) REFERENCES lessons(organisation_id, id) ON DELETE CASCADE
  constraint quiz_attempts_pkey PRIMARY KEY (organisation_id, id)
  constraint quiz_attempts_score_percent_check CHECK (((score_percent >= (0)::numeric) AND (score_percent <= (100)::numeric)))
  constraint quiz_attempts_score_points_check CHECK ((score_points >= (0)::numeric))
  constraint quiz_attempts_scored CHECK (((submitted_at IS NULL) OR (score_points IS NOT NULL)))
  CREATE INDEX quiz_attempts_lesson ON public.quiz_attempts USING btree (organisation_id, lesson_id)
  CREATE UNIQUE INDEX quiz_attempts_running ON public.quiz_attempts USING btree (organisation_id, enrollment_id, lesson_id) WHERE (submitted_at IS NULL)

table sessions
  sid text not null
  sess jsonb not null
  expire timestamp(3) with time zone not null
  constraint sessions_pkey PRIMARY KEY (sid)
  CREATE INDEX sessions_expire ON public.sessions USING btree (expire)

table storage_addons
  organisation_id uuid not null
  id uuid not null
  size_bytes bigint not null
  created_at timestamp(3) with time zone not null default now()
  constraint storage_addons_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE
  constraint storage_addons_pkey PRIMARY KEY (organisation_id, id)
  constraint storage_addons_size_bytes_check CHECK ((size_bytes > 0))

table storage_objects
  organisation_id uuid not null
  id uuid not null
  course_id uuid
  purpose text not null
  uploaded_by uuid
  storage_key text
  file_name text not null
  content_type text not null
  size_bytes bigint not null
  status text not null
  reject_reason text
  expires_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
  completed_at timestamp(3) with time zone
  constraint storage_objects_content_type_check CHECK ((length(content_type) <= 100))
  constraint storage_objects_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 255)))
  constraint storage_objects_key CHECK (((storage_key IS NOT NULL) OR (purpose = 'ballast'::text)))
  constraint storage_objects_organisation_id_course_id_fkey FOREIGN KEY (organisation_id, course_id) REFERENCES courses(organisation_id, id) ON DELETE CASCADE
  constraint storage_objects_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE
  constraint storage_objects_pending CHECK (((status = 'pending'::text) = (expires_at IS NOT NULL)))
  constraint storage_objects_pkey PRIMARY KEY (organisation_id, id)
  constraint storage_objects_purpose_check CHECK ((purpose = ANY (ARRAY['media'::text, 'document'::text, 'submission'::text, 'hero'::text, 'ballast'::text])))
  constraint storage_objects_reject_reason_check CHECK ((reject_reason = ANY (ARRAY['content_mismatch'::text, 'virus_found'::text])))
  constraint storage_objects_size_bytes_check CHECK ((size_bytes >= 0))
  constraint storage_objects_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'ready'::text, 'rejected'::text])))
  constraint storage_objects_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id) ON DELETE SET NULL
  CREATE INDEX storage_objects_course ON public.storage_objects USING btree (organisation_id, course_id, created_at, id) INCLUDE (status, expires_at, purpose)
  CREATE INDEX storage_objects_created ON public.storage_objects USING btree (organisation_id, created_at, id) INCLUDE (status, expires_at)
  CREATE INDEX storage_objects_expires ON public.storage_objects USING btree (expires_at) WHERE (status = 'pending'::text)
  CREATE INDEX storage_objects_purpose ON public.storage_objects USING btree (organisation_id, purpose, created_at, id) INCLUDE (status, expires_at, course_id)
  CREATE INDEX storage_objects_size ON public.storage_objects USING btree (organisation_id, size_bytes, id) INCLUDE (status, expires_at, course_id, purpose)
  CREATE INDEX storage_objects_uploader ON public.storage_objects USING btree (uploaded_by, organisation_id, id) WHERE (uploaded_by IS NOT NULL)
  CREATE INDEX storage_objects_usage ON public.storage_objects USING btree (organisation_id, status) INCLUDE (size_bytes, expires_at, purpose)

table submission_files
  organisation_id uuid not null
  submission_id uuid not null
  object_id uuid not null
  position integer not null
  constraint submission_files_organisation_id_object_id_fkey FOREIGN KEY (organisation_id, object_id) REFERENCES storage_objects(organisation_id, id)
  constraint submission_files_organisation_id_submission_id_fkey FOREIGN KEY (organisation_id, submission_id) REFERENCES submissions(organisation_id, id) ON DELETE CASCADE
  constraint submission_files_pkey PRIMARY KEY (organisation_id, submission_id, object_id)
  CREATE INDEX submission_files_object ON public.submission_files USING btree (organisation_id, object_id)

table submissions
  organisation_id uuid not null
  id uuid not null
  enrollment_id uuid not null
  lesson_id uuid not null
  number integer not null
  body text
  url text
  is_late boolean not null
  submitted_at timestamp(3) with time zone not null
  constraint submissions_body_check CHECK ((length(body) <= 300000))
  constraint submissions_number_check CHECK ((number >= 1))
  constraint submissions_organisation_id_enrollment_id_fkey FOREIGN KEY (organisation_id, enrollment_id) REFERENCES enrollments(organisation_id, id) ON DELETE CASCADE
  constraint submissions_organisation_id_enrollment_id_lesson_id_number_key UNIQUE (organisation_id, enrollment_id, lesson_id, number)
  constraint submissions_organisation_id_lesson_id_fkey FOREIGN KEY (organisation_id, lesson_id) REFERENCES lessons(organisation_id, id) ON DELETE CASCADE
  constraint submissions_pkey PRIMARY KEY (organisation_id, id)
  constraint submissions_url_check CHECK ((length(url) <= 4096))
  CREATE INDEX submissions_lesson ON public.submissions USING btree (organisation_id, lesson_id)

table user_codes
  user_id uuid not null
  purpose text not null
  code_hash bytea not null
  failures smallint not null default 0
  expires_at timestamp(3) with time zone not null
  created_at timestamp(3) with time zone not null default now()
  constraint user_codes_code_hash_check CHECK ((length(code_hash) = 32))
  constraint user_codes_pkey PRIMARY KEY (user_id, purpose)
  constraint user_codes_purpose_check CHECK ((purpose = 'sign_in'::text))
  constraint user_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
  CREATE INDEX user_codes_expires ON public.user_codes USING btree (expires_at)

table user_identities
  issuer text not null
  subject text not null
  user_id uuid not null
  created_at timestamp(3) with time zone not null default now()
  constraint user_identities_issuer_check CHECK ((length(issuer) <= 2048))
  constraint user_identities_pkey PRIMARY KEY (issuer, subject)
  constraint user_identities_subject_check CHECK ((length(subject) <= 255))
  constraint user_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
  CREATE INDEX user_identities_user ON public.user_identities USING btree (user_id)

table user_tokens
  secret_hash bytea not null
  user_id uuid not null
  purpose text not null
  email text not null
  expires_at timestamp(3) with time zone not null
  created_at timestamp(3) with time zone not null default now()
  constraint user_tokens_pkey PRIMARY KEY (secret_hash)
  constraint user_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify_email'::text, 'reset_password'::text])))
  constraint user_tokens_secret_hash_check CHECK ((length(secret_hash) = 32))
  constraint user_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
  CREATE INDEX user_tokens_expires ON public.user_tokens USING btree (expires_at)
  CREATE INDEX user_tokens_user ON public.user_tokens USING btree (user_id, purpose)

table users
  id uuid not null
  email text not null
  name text not null
  password_hash text
  email_verified_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
  language text not null default 'en'::text
  timezone text not null default 'UTC'::text
  totp_secret bytea
  totp_enabled_at timestamp(3) with time zone
  totp_last_step bigint
  session_epoch integer not null default 0
  phone text
  code_channel text
  deletion_due_at timestamp(3) with time zone
  erased_at timestamp(3) with time zone
  joining_organisation_id uuid
  constraint users_code_channel_check CHECK ((code_channel = ANY (ARRAY['email'::text, 'sms'::text])))
  constraint users_email_check CHECK ((length(email) <= 254))
  constraint users_joining_organisation_id_fkey FOREIGN KEY (joining_organisation_id) REFERENCES organisations(id) ON DELETE SET NULL
  constraint users_language_check CHECK ((length(language) <= 35))
  constraint users_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
  constraint users_phone_check CHECK ((phone ~ '^\+[1-9][0-9]{6,14}$'::text))
  constraint users_pkey PRIMARY KEY (id)
  constraint users_sms CHECK (((code_channel IS DISTINCT FROM 'sms'::text) OR (phone IS NOT NULL)))
  constraint users_timezone_check CHECK ((length(timezone) <= 64))
  constraint users_totp CHECK (((totp_enabled_at IS NULL) OR (totp_secret IS NOT NULL)))
  CREATE INDEX users_deletion ON public.users USING btree (deletion_due_at) WHERE (deletion_due_at IS NOT NULL)
  CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email))
  CREATE INDEX users_joining ON public.users USING btree (joining_organisation_id) WHERE (joining_organisation_id IS NOT NULL)
  CREATE UNIQUE INDEX users_phone ON public.users USING btree (phone)
  CREATE INDEX users_search ON public.users USING gin (lower(((name || ' '::text) || email)) gin_trgm_ops)
  CREATE TRIGGER users_updated_at BEFORE UPDATE ON public.users FOR EACH ROW EXECUTE FUNCTION next_updated_at()

table webhook_attempts
  organisation_id uuid not null
  delivery_id uuid not null
  number integer not null
  attempted_at timestamp(3) with time zone not null
  duration_ms integer not null
  status_code integer
  error text
  constraint webhook_attempts_duration_ms_check CHECK ((duration_ms >= 0))
  constraint webhook_attempts_error_check CHECK ((error = ANY (ARRAY['unreachable'::text, 'timed_out'::text])))
  constraint webhook_attempts_number_check CHECK ((number >= 1))
  constraint webhook_attempts_organisation_id_delivery_id_fkey FOREIGN KEY (organisation_id, delivery_id) REFERENCES webhook_deliveries(organisation_id, id) ON DELETE CASCADE
  constraint webhook_attempts_outcome CHECK (((status_code IS NULL) = (error IS NOT NULL)))
  constraint webhook_attempts_pkey PRIMARY KEY (organisation_id, delivery_id, number)

table webhook_deliveries
  organisation_id uuid not null
  id uuid not null
  endpoint_id uuid not null
  event_id uuid not null
  is_manual boolean not null
  status text not null default 'pending'::text
  attempts integer not null default 0
  next_attempt_at timestamp(3) with time zone
  delivered_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null
  event_type text not null
  constraint webhook_deliveries_delivered CHECK (((status = 'delivered'::text) = (delivered_at IS NOT NULL)))
  constraint webhook_deliveries_next CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL)))
  constraint webhook_deliveries_organisation_id_endpoint_id_fkey FOREIGN KEY (organisation_id, endpoint_id) REFERENCES webhook_endpoints(organisation_id, id) ON DELETE CASCADE
  constraint webhook_deliveries_organisation_id_event_id_fkey FOREIGN KEY (organisation_id, event_id) REFERENCES webhook_events(organisation_id, id) ON DELETE CASCADE
  constraint webhook_deliveries_pkey PRIMARY KEY (organisation_id, id)
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text])))
  CREATE INDEX webhook_deliveries_endpoint ON public.webhook_deliveries USING btree (organisation_id, endpoint_id, created_at, id) INCLUDE (status, event_type)
  CREATE INDEX webhook_deliveries_event ON public.webhook_deliveries USING btree (organisation_id, event_id)
  CREATE UNIQUE INDEX webhook_deliveries_once ON public.webhook_deliveries USING btree (organisation_id, event_id, endpoint_id) WHERE (NOT is_manual)
  CREATE INDEX webhook_deliveries_status ON public.webhook_deliveries USING btree (organisation_id, endpoint_id, status, created_at, id)
  CREATE INDEX webhook_deliveries_type ON public.webhook_deliveries USING btree (organisation_id, endpoint_id, event_type, created_at, id)

table webhook_endpoints
  organisation_id uuid not null
  id uuid not null
  url text not null
  description text not null
  event_types text[] not null
  secret bytea not null
  old_secret bytea
  old_secret_until timestamp(3) with time zone
  is_enabled boolean not null
  disabled_reason text
  failing_since timestamp(3) with time zone
  created_at timestamp(3) with time zone not null default now()
  updated_at timestamp(3) with time zone not null default now()
  constraint webhook_endpoints_description_check CHECK ((length(description) <= 200))
  constraint webhook_endpoints_disabled CHECK ((is_enabled = (disabled_reason IS NULL)))
  constraint webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['by_hand'::text, 'gone'::text, 'failing'::text])))
  constraint webhook_endpoints_event_types_check CHECK ((cardinality(event_types) > 0))
  constraint webhook_endpoints_old_secret CHECK (((old_secret IS NULL) = (old_secret_until IS NULL)))
  constraint webhook_endpoints_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE
  constraint webhook_endpoints_pkey PRIMARY KEY (organisation_id, id)
  constraint webhook_endpoints_url_check CHECK ((length(url) <= 2048))

table webhook_events
  organisation_id uuid not null
  id uuid not null
  type text not null
  user_id uuid
  payload json not null
  created_at timestamp(3) with time zone not null
  constraint webhook_events_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE
  constraint webhook_events_pkey PRIMARY KEY (organisation_id, id)
  constraint webhook_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
  CREATE INDEX webhook_events_created ON public.webhook_events USING btree (created_at)
  CREATE INDEX webhook_events_user ON public.webhook_events USING btree (user_id, organisation_id, id) WHERE (user_id IS NOT NULL)
CREATE OR REPLACE FUNCTION public.count_learners(organisation uuid, course uuid, change bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
      insert into course_learner_counts as counts (organisation_id, course_id, learners) select organisation, course, 0 where change > 0 on conflict do nothing;
      update course_learner_counts set learners = learners + change where organisation_id = organisation and course_id = course and change <> 0;
    $function$

CREATE OR REPLACE FUNCTION public.count_new_source()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform count_learners(new.organisation_id, new.course_id, (new.source <> 'preview')::int - (old.source <> 'preview')::int);
      return null;
    end $function$

CREATE OR REPLACE FUNCTION public.count_statement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform count_learners(organisation_id, course_id, case tg_op when 'INSERT' then learners else -learners end)
        from (select organisation_id, course_id, count(*) as learners from changed where source <> 'preview' group by 1, 2 order by 1, 2) courses;
      return null;
    end $function$

CREATE OR REPLACE FUNCTION public.gin_extract_query_trgm(text, internal, smallint, internal, internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gin_extract_query_trgm$function$

CREATE OR REPLACE FUNCTION public.gin_extract_value_trgm(text, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gin_extract_value_trgm$function$

CREATE OR REPLACE FUNCTION public.gin_trgm_consistent(internal, smallint, text, integer, internal, internal, internal, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gin_trgm_consistent$function$

CREATE OR REPLACE FUNCTION public.gin_trgm_triconsistent(internal, smallint, text, integer, internal, internal, internal)
 RETURNS "char"
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gin_trgm_triconsistent$function$

CREATE OR REPLACE FUNCTION public.gtrgm_compress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_compress$function$

CREATE OR REPLACE FUNCTION public.gtrgm_consistent(internal, text, smallint, oid, internal)
 RETURNS boolean
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_consistent$function$

CREATE OR REPLACE FUNCTION public.gtrgm_decompress(internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_decompress$function$

CREATE OR REPLACE FUNCTION public.gtrgm_distance(internal, text, smallint, oid, internal)
 RETURNS double precision
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_distance$function$

CREATE OR REPLACE FUNCTION public.gtrgm_in(cstring)
 RETURNS gtrgm
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_in$function$

CREATE OR REPLACE FUNCTION public.gtrgm_options(internal)
 RETURNS void
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE
AS '$libdir/pg_trgm', $function$gtrgm_options$function$

CREATE OR REPLACE FUNCTION public.gtrgm_out(gtrgm)
 RETURNS cstring
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_out$function$

CREATE OR REPLACE FUNCTION public.gtrgm_penalty(internal, internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_penalty$function$

CREATE OR REPLACE FUNCTION public.gtrgm_picksplit(internal, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_picksplit$function$

CREATE OR REPLACE FUNCTION public.gtrgm_same(gtrgm, gtrgm, internal)
 RETURNS internal
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_same$function$

CREATE OR REPLACE FUNCTION public.gtrgm_union(internal, internal)
 RETURNS gtrgm
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$gtrgm_union$function$

CREATE OR REPLACE FUNCTION public.next_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.updated_at := greatest(date_trunc('milliseconds', clock_timestamp()), old.updated_at + interval '1 millisecond');
      return new;
    end $function$

CREATE OR REPLACE FUNCTION public.set_limit(real)
 RETURNS real
 LANGUAGE c
 STRICT
AS '$libdir/pg_trgm', $function$set_limit$function$

CREATE OR REPLACE FUNCTION public.show_limit()
 RETURNS real
 LANGUAGE c
 STABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$show_limit$function$

CREATE OR REPLACE FUNCTION public.show_trgm(text)
 RETURNS text[]
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$show_trgm$function$

CREATE OR REPLACE FUNCTION public.similarity(text, text)
 RETURNS real
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$similarity$function$

CREATE OR REPLACE FUNCTION public.similarity_dist(text, text)
 RETURNS real
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$similarity_dist$function$

CREATE OR REPLACE FUNCTION public.similarity_op(text, text)
 RETURNS boolean
 LANGUAGE c
 STABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$similarity_op$function$

CREATE OR REPLACE FUNCTION public.strict_word_similarity(text, text)
 RETURNS real
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$strict_word_similarity$function$

CREATE OR REPLACE FUNCTION public.strict_word_similarity_commutator_op(text, text)
 RETURNS boolean
 LANGUAGE c
 STABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$strict_word_similarity_commutator_op$function$

CREATE OR REPLACE FUNCTION public.strict_word_similarity_dist_commutator_op(text, text)
 RETURNS real
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$strict_word_similarity_dist_commutator_op$function$

CREATE OR REPLACE FUNCTION public.strict_word_similarity_dist_op(text, text)
 RETURNS real
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$strict_word_similarity_dist_op$function$

CREATE OR REPLACE FUNCTION public.strict_word_similarity_op(text, text)
 RETURNS boolean
 LANGUAGE c
 STABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$strict_word_similarity_op$function$

CREATE OR REPLACE FUNCTION public.word_similarity(text, text)
 RETURNS real
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$word_similarity$function$

CREATE OR REPLACE FUNCTION public.word_similarity_commutator_op(text, text)
 RETURNS boolean
 LANGUAGE c
 STABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$word_similarity_commutator_op$function$

CREATE OR REPLACE FUNCTION public.word_similarity_dist_commutator_op(text, text)
 RETURNS real
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$word_similarity_dist_commutator_op$function$

CREATE OR REPLACE FUNCTION public.word_similarity_dist_op(text, text)
 RETURNS real
 LANGUAGE c
 IMMUTABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$word_similarity_dist_op$function$

CREATE OR REPLACE FUNCTION public.word_similarity_op(text, text)
 RETURNS boolean
 LANGUAGE c
 STABLE PARALLEL SAFE STRICT
AS '$libdir/pg_trgm', $function$word_similarity_op$function$

